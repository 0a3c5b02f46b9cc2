"""Ranks find each other, and their results are taken together."""

import collections
import glob
import json
import os
import shutil
import sys

from cases.counts import check_routines, counted_by_the_program
from launching import PAUSE, rows


def reduction(job, ranks=64):
    job.scenario(ranks, "reduction")
    graph = job.json("callgraph.json")
    by_rank = rows(graph, "by_rank.call")
    assert {rank: row["calls"] for rank, row in by_rank.items()} == {rank: rank + 1 for rank in range(ranks)}
    assert sorted(rows(graph, "even.call")) == list(range(0, ranks, 2))
    run = job.json("run.json")
    assert run["complete"] and run["mpi"]["size"] == ranks
    assert run["invocations"] == run["records"] == ranks * (ranks + 1) // 2 + ranks // 2 + 5 * ranks
    assert len(os.listdir(job.path("run", "records"))) == ranks  # no thread buffer is left


def rank_rows(job):
    """Ranks without rows of their own are taken together, and nothing is lost in the sums; nor in those of bins."""
    ranks, limit = 7, 3
    job.scenario(ranks, "reduction", configuration=f"rank-rows={limit},records=aggregate")
    graph = job.json("callgraph.json")
    by_rank = rows(graph, "by_rank.call")
    assert sorted(by_rank) == [-1, 0, 1, 2]
    assert by_rank[-1]["calls"] == sum(rank + 1 for rank in range(limit, ranks))
    assert by_rank[-1]["ranks"] == ranks - limit
    written = json.loads(job.proxima("convert", "run", "--to", "hatchet"))
    assert {rank: row["calls"] for rank, row in rows(written, "by_rank.call").items()} == \
        {rank: row["calls"] for rank, row in by_rank.items()}
    report = job.json("mpi.json")
    assert [row["rank"] for row in report["ranks"]] == [None, 0, 1, 2]
    assert sum(row["calls"] for row in report["ranks"]) == sum(use["calls"] for use in report["routines"])
    found = {entry["bin"]: entry["calls"] for entry in graph["bins"] if entry["node"] == by_rank[0]["node"]}
    assert found == collections.Counter(i.bit_length() for rank in range(ranks) for i in range(rank + 1)), found


def spread_over_others(job):
    """The slowest rank is found though it has no row of its own: rank 1 sleeps, and only rank 0 has rows."""
    job.scenario(2, "invocations", configuration="rank-rows=1")
    inner = rows(job.json("callgraph.json"), "inner.call")
    assert (inner[-1]["ranks"], inner[-1]["rank of most"]) == (1, 1), inner
    computed = [inner[0]["computation"], inner[-1]["computation"]]
    assert inner[-1]["least computation"] == inner[-1]["most computation"] == computed[1] >= 3 * PAUSE, inner
    report = json.loads(job.proxima("report", "run", "--json"))
    (node,) = (node for node in report["nodes"] if node["name"] == "inner.call")
    assert abs(node["imbalance"] - (computed[1] / (sum(computed) / 2) - 1)) < 1e-3, (node, computed)
    assert "1 others" in job.proxima("report", "run", "--by", "rank")


def measured_in_part(job):
    """One of two ranks is measured; it does not wait for the other."""
    job.start([job.options.launcher, "-n", "1", "env", "PROXIMA=on,output=run,quiet=on", job.options.scenario, "nothing",
               ":", "-n", "1", job.options.scenario, "nothing"])
    assert [row["rank"] for row in job.json("mpi.json")["ranks"]] == [0]
    assert {row["rank"] for row in job.json("callgraph.json")["dataframe"]} == {0}


def beside_unmeasured(job):
    """Ranks without the library stand beside ranks with it: neither waits for the other, and one message names them."""
    measured = ["env", "PROXIMA=on,output=run,quiet=on", f"LD_PRELOAD={job.options.library}", job.options.counting]
    bare = [job.options.counting]
    for first, second, expected, missing in ((measured, bare, [0, 1], "2-4"), (bare, measured, [2, 3, 4], "0-1")):
        done = job.start([job.options.launcher, "-n", "2", *first, ":", "-n", "3", *second])
        assert done.stderr.count("proxima: ") == done.stderr.count(f"not measured: ranks {missing};") == 1, done.stderr
        assert counted_by_the_program(job, 5)["MPI_Init"][0] == 5
        assert [row["rank"] for row in job.json("mpi.json")["ranks"]] == expected
        assert job.routines()["MPI_Init"]["calls"] == len(expected) and job.json("run.json")["complete"]
        shutil.rmtree(job.path("run"))


def late_in_init(job):
    """Ranks wait for each other in MPI_Init as long as wait= says, and then all join or all go on alone: a decision of each by
    itself would leave some in a collective call. No message of theirs reaches the program. Waiting is no overhead, which is
    processor time."""
    for rank, milliseconds, wait in ((0, 4000, 1), (4, 4000, 1), (2, 1000, 1), (2, 2000, 60)):
        program = ["env", f"LATE_RANK={rank}", f"LATE_MS={milliseconds}", f"PROXIMA=on,output=run,quiet=on,wait={wait}",
                   f"LD_PRELOAD={job.options.library}:{job.options.program}", job.options.counting]
        done = job.start([job.options.launcher, "-n", "5", *program])
        assert "a message is left" not in done.stderr and done.stderr.count("go on alone") <= 1, done.stderr
        (run,) = glob.glob(job.path("run*"))
        if not job.json("run.json")["complete"]:
            job.recover()
        check_routines(job, 5)
        results = job.json("run.json")
        shutil.rmtree(run)
    assert results["complete"] and results["overhead_us"] < results["cpu_us"], results


def without_key_values(job):
    """Ranks whose launcher cannot be asked go on alone, with one message; ranks=all joins them. A PMIx of another version than
    the launcher's is not asked; the ranks know the name of their job from it, and share the directory of an open run."""
    change = ["PMIX_VERSION=3.2.5"] if job.options.mpi == "openmpi" else ["-u", "MPI_LOCALNRANKS"]
    command = [job.options.launcher, "-n", "3", "env", *change, f"LD_PRELOAD={job.options.library}"]
    done = job.start([*command, "PROXIMA=on,output=run,quiet=on", job.options.counting])
    assert done.stderr.count("ranks=all") == 1, done.stderr
    runs = sorted(glob.glob(job.path("run*")))
    names = ["run"] if job.options.mpi == "openmpi" else ["run", "run.rank-1", "run.rank-2"]
    assert list(map(os.path.basename, runs)) == names, runs
    if len(runs) == 1:
        job.recover()
        check_routines(job, 3)
    for run in runs:
        shutil.rmtree(run)
    done = job.start([*command, "PROXIMA=on,output=run,quiet=on,ranks=all", job.options.counting])
    assert done.stderr == "" and job.routines()["MPI_Init"]["calls"] == 3, done.stderr


def unseen_init(job):
    """Ranks that have not met, but measured before, share the directory of the job; recover completes it."""
    job.scenario(2, "unseen_init")
    assert [os.path.basename(run) for run in glob.glob(job.path("run*"))] == ["run"]
    job.recover()
    assert {name: use["calls"] for name, use in job.routines().items()} == {
        "MPI_Comm_rank": 2, "MPI_Comm_size": 2, "MPI_Finalize": 2}
    assert [row["calls"] for row in rows(job.json("callgraph.json"), "early.call").values()] == [5, 5]


def spawned(job):
    """Jobs that a job spawns have runs of their own, which name that of the job, which names them."""
    setting = ["-x", "PROXIMA=on,output=run,quiet=on", "-x", f"LD_PRELOAD={job.options.library}"]
    if job.options.mpi == "mpich":
        setting = ["-genv", "PROXIMA", "on,output=run,quiet=on", "-genv", "LD_PRELOAD", job.options.library]
    done = job.start([job.options.launcher, *setting, "-n", "1", job.options.program], succeeds=None)
    if "cannot spawn" in done.stdout:
        print("skipped: this MPI cannot spawn")
        sys.exit(77)
    assert (done.returncode, done.stdout, done.stderr) == (0, "right\n", ""), done
    children = [job.path("run-2"), job.path("run-3")]
    for directory, ranks in zip([job.path("run"), *children], (1, 2, 3)):
        with open(os.path.join(directory, "run.json")) as file:
            run = json.load(file)
        assert run["complete"] and run["mpi"]["size"] == ranks, run
        assert run["parent_run"] == (job.path("run") if directory in children else None), run
        report = json.loads(job.proxima("report", directory, "--json"))["run"]
        assert report["spawned"] == ([] if directory in children else children), report
    assert job.routines()["MPI_Comm_spawn_multiple"]["calls"] == 1
    assert f"spawned {', '.join(children)}" in " ".join(job.proxima("report", "run", "--width", "400").split())


def budget(job):
    """Each rank decides for itself what is too dear; what is not lowered is counted exactly."""
    job.scenario(2, "budget", configuration="overhead=20%")
    changes = job.json("run.json")["overhead_budget"]["changes"]
    assert {(change["rank"], change["method"]) for change in changes} == {(0, "scenario::ScenarioPort::nothing")}, changes
    assert changes[-1]["to"] == "off", changes  # an empty call costs far more than 20 %
    graph = job.json("callgraph.json")
    assert [rows(graph, "large.call")[rank]["calls"] for rank in (0, 1)] == [40, 40]
    assert rows(graph, "tiny.nothing")[1]["calls"] == 40
    assert 0 < rows(graph, "tiny.nothing")[0]["calls"] < 40_000_000
    assert "ScenarioPort::nothing cost" in " ".join(job.proxima("report", "run", "--width", "400").split())


CASES = {
    **{case.__name__: case for case in (
        reduction, rank_rows, spread_over_others, measured_in_part, beside_unmeasured, late_in_init, without_key_values,
        unseen_init, spawned, budget)},
}
