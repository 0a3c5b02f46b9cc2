"""Jobs that end early leave what they have measured."""

import os
import shutil

from launching import rows


def ended_early(job, name, succeeds, ranks=3):
    """Every rank's invocations are there, although the ranks have not ended together."""
    job.scenario(ranks, name, succeeds=succeeds)
    check_recovered(job, ranks)
    # The first that leaves the barrier may end the job before the others do.
    assert 1 <= job.routines()["MPI_Barrier"]["calls"] <= ranks


def check_recovered(job, ranks):
    """Every rank's calls are in the run, which was left open."""
    run = job.json("run.json")
    assert not run["complete"] and run["mpi"]["size"] == ranks
    job.recover()
    graph = job.json("callgraph.json")["dataframe"]
    assert {row["rank"] for row in graph} == set(range(ranks)), graph
    calls = sum(row["calls"] for row in graph)
    assert calls == ranks * (ranks + 1) // 2 + (ranks + 1) // 2 + 5 * ranks, calls
    assert [row["rank"] for row in job.json("mpi.json")["ranks"]] == list(range(ranks))
    assert {job.routines()[name]["calls"] for name in ("MPI_Init_thread", "MPI_Comm_rank")} == {ranks}


def exit_in_handler(job):
    """A job that gets SIGTERM does not hang, wherever it is, and what it has measured is there."""
    for _ in range(5):
        job.scenario(2, "exit_in_handler", succeeds=None)
        job.recover()
        assert sum(row["calls"] for row in job.json("callgraph.json")["dataframe"]) > 0
        shutil.rmtree(job.path("run"))


def after_finalize(job):
    """Nothing is measured after MPI_Finalize, in any thread."""
    job.scenario(2, "after_finalize")
    assert [row["calls"] for row in rows(job.json("callgraph.json"), "beyond.call").values()] == [1, 1]
    assert job.json("run.json")["complete"]
    assert job.routines()["MPI_Finalize"]["calls"] == 2
    assert not os.path.exists(job.path("run", "after-finalize"))


def late(job):
    """A rank that does not come to MPI_Finalize holds the others up for a time only; one message says so, and nothing is lost."""
    done = job.scenario(3, "late", configuration="wait=1")
    assert done.stderr.count("proxima: ") == done.stderr.count("proxima recover") == 1, done.stderr
    check_recovered(job, 3)


CASES = {
    **{case.__name__: case for case in (exit_in_handler, after_finalize, late)},
    "abort": lambda job: ended_early(job, "abort", succeeds=False),
    "exit": lambda job: ended_early(job, "exit", succeeds=None),
    "_exit": lambda job: ended_early(job, "_exit", succeeds=None),
    "kill": lambda job: ended_early(job, "kill", succeeds=False),
}
