"""Cases of mpi_test.py: how jobs end, and what they say of what has gone wrong."""

import json
import os
import shutil


def without_directory(job):
    """What goes wrong on all ranks is said once."""
    done = job.start([job.options.launcher, "-n", "4", "env", "PROXIMA=output=/proc/nowhere/run", job.options.scenario,
                      "nothing"])
    assert done.stderr.count("proxima: ") == done.stderr.count("proxima: error: cannot make /proc/nowhere/run") == 1, \
        done.stderr


def small_files_on_one(job):
    """What goes wrong on another rank than the first is said when the job ends, by the first."""
    done = job.scenario(3, "small_files_on_one")
    assert done.stderr.count("proxima: ") == 1, done.stderr
    assert "proxima: error: recording into " in done.stderr and "File too large" in done.stderr, done.stderr
    losses = job.json("run.json")["losses"]
    assert losses["records"] > 0 and len(losses["messages"]) == 1, losses


def without_room_for_graph(job):
    """run.json says so, and what of all ranks no file has; the records of all ranks stay."""
    for records, kept, lost in (("all", 3 * 105, 0), ("off", 0, 3 * 105)):
        done = job.scenario(3, "small_files_on_first", f"records={records}")
        assert done.stderr.count("proxima: ") == 1, done.stderr
        assert not os.path.exists(job.path("run", "callgraph.json"))
        run = job.json("run.json")
        assert not run["complete"] and run["end"], run
        assert (run["invocations"], run["losses"]["invocations"]) == (kept, lost), run
        messages = run["losses"]["messages"]
        assert len(messages) == 1 and "callgraph.json: File too large" in messages[0], messages
        if kept:
            job.recover()
            assert sum(row["calls"] for row in job.json("callgraph.json")["dataframe"]) == kept
            assert job.json("run.json")["losses"]["invocations"] == lost
        shutil.rmtree(job.path("run"))


def after_finalize(job):
    """What callbacks of MPI_Finalize call is in the run; what comes after it, in one of each rank's own."""
    job.scenario(2, "after_finalize")
    within = [row["calls"] for row in job.json("callgraph.json")["dataframe"] if row["name"] == "within.call"]
    assert within == [2, 2], within
    for name in ("MPI_Comm_size", "MPI_Comm_free_keyval"):
        assert job.routines()[name]["nested"] == 2, job.routines()[name]
    assert job.routines()["MPI_Finalize"]["calls"] == 2
    for rank in (0, 1):
        run = job.json(f"after-finalize/{rank}/run.json")
        assert run["complete"] and run["parent_run"] == os.path.realpath(job.path("run")), run
        assert run["invocations"] == 1 + 100 + 1, run
        assert run["losses"]["invocations"] == 5000 + 1, run["losses"]
        assert len(run["losses"]["messages"]) == 1
        graph = job.json(f"after-finalize/{rank}/callgraph.json")
        assert [(row["name"], row["calls"]) for row in graph["dataframe"]] == [("beyond.call", 102)], graph
    later = "204 invocations of 2 ranks after MPI_Finalize, in after-finalize/RANK; 10002 were lost"
    assert later in job.proxima("report", "run", "--width", "200"), job.proxima("report", "run", "--width", "200")
    assert json.loads(job.proxima("report", "run", "--json"))["run"]["after_finalize"] == {
        "ranks": 2, "unended": 0, "invocations": 204, "lost_invocations": 10002}


CASES = {
    "after_finalize": after_finalize,
    "without_directory": without_directory,
    "small_files_on_one": small_files_on_one,
    "without_room_for_graph": without_room_for_graph,
}
