"""Runs a program under an MPI with libproxima_mpi, and compares what is in the run directory with what it did.

Usage: mpi_test.py --launcher MPIRUN --library LIBPROXIMA_MPI --counting PROGRAM --scenario PROGRAM --proxima CLI CASE
"""

import argparse
import collections
import csv
import glob
import io
import json
import os
import tempfile

import calls_by_node
import endings
from launching import Job

PAUSE = 50e3  # microseconds that the scenarios sleep for


def rows(graph, name):
    """By rank, the rows of the nodes that are called so."""
    return {row["rank"]: row for row in graph["dataframe"] if row["name"] == name}


def counted_by_the_program(job, ranks):
    uses = collections.defaultdict(lambda: [0, 0, 0])
    for rank in range(ranks):
        with open(job.path(f"expected-{rank}")) as file:
            for line in file:
                name, *numbers = line.split()
                uses[name] = [sum(pair) for pair in zip(uses[name], map(int, numbers))]
    return dict(uses)


def counting(job, ranks):
    job.launch(ranks, [job.options.counting], preload=True)
    report = job.json("mpi.json")
    measured = {name: [use["calls"], use["bytes sent"], use["bytes received"]]
                for name, use in job.routines().items()}
    expected = counted_by_the_program(job, ranks)
    assert measured == expected, {name: (measured.get(name), expected.get(name)) for name in {*measured, *expected}
                                  if measured.get(name) != expected.get(name)}
    assert report["size"] == ranks
    assert report["untracked operations"] == 0
    for use in report["routines"]:
        operations = use.get("nonblocking", {"operations": 0, "completed": 0})
        assert operations["operations"] == operations["completed"], use
    check_partners(report, ranks)
    assert job.json("run.json")["mpi"] == {"size": ranks, "rank": 0,
                                             "after MPI_Finalize": "after-finalize/RANK"}
    assert os.listdir(job.directory).count("run") == 1
    assert not [name for name in os.listdir(job.directory) if name.startswith("run") and name != "run"]


def check_partners(report, ranks):
    """What one says it has sent to the other is what the other says it got."""
    partners = {(row["rank"], row["partner"]): row for row in report["partners"]}
    assert {rank for rank, _ in partners} == set(range(ranks))
    for (rank, partner), row in partners.items():
        other = partners[partner, rank]
        assert row["messages sent"] == other["messages received"], (row, other)
        assert row["bytes sent"] == other["bytes received"], (row, other)
        assert partner in ((rank + 1) % ranks, (rank - 1) % ranks)


def reported(job):
    """The tool's reports say of MPI what mpi.json says."""
    job.launch(2, [job.options.counting], preload=True)
    table = job.proxima("report", "run", "--width", "80").split("MPI routine", 1)[1].splitlines()
    assert max(len(line) for line in table) <= 80, table
    calls = sum(int(line.split()[1 if line.startswith("MPI_") else 2]) for line in table[1:])
    assert calls == sum(use["calls"] for use in job.routines().values())
    report = json.loads(job.proxima("report", "run", "--json"))
    assert report["mpi"] == job.json("mpi.json")
    check_stated_cost(job, report["run"], calls)


def check_stated_cost(job, run, calls):
    """What measuring MPI has added is what the machine takes for a call, times the calls."""
    cost = job.json("run.json")["cost_of_one_mpi_call_ns"]
    assert cost > 0
    assert (run["mpi_call_cost_ns"], run["mpi_calls"]) == (cost, calls)
    assert abs(run["mpi_overhead_us"] - cost * calls / 1e3) < 1e-6 * run["mpi_overhead_us"]
    assert 0 < run["mpi_overhead_share"] <= 1
    assert " a call of MPI, " in job.proxima("report", "run", "--width", "200")


def call_first(job):
    """The calls that time the wrappers when MPI is called first are not the invocation's in which that is."""
    job.scenario(1, "call_first")
    routines = job.routines()
    assert {name: use["calls"] for name, use in routines.items()} == {
        "MPI_Initialized": 1, "MPI_Init_thread": 1, "MPI_Comm_rank": 1, "MPI_Comm_size": 1, "MPI_Finalize": 1}
    first = rows(job.json("callgraph.json"), "first.call")[0]
    time = routines["MPI_Initialized"]["time"]
    assert abs(first["communication"] - time) < 1 + 1e-3 * time, (first, time)


def unknown_counters(job):
    """The first rank says for all which of the counters that are asked for cannot be counted."""
    done = job.scenario(3, "nothing", configuration="counters=NO_SUCH_COUNTER")
    message = "NO_SUCH_COUNTER is not counted: "
    assert done.stderr.count(message) == 1, done.stderr
    messages = job.json("run.json")["losses"]["messages"]
    assert len(messages) == 1 and messages[0].startswith(message), messages


def counters(job):
    """Each rank has its own, in rows of its own; those without a row are taken together."""
    job.scenario(3, "call_first", configuration="counters=THREAD_CPU_TIME;PAGE_FAULTS,rank-rows=1")
    graph = job.json("callgraph.json")
    assert [counter["name"] for counter in graph["counters"]] == ["THREAD_CPU_TIME", "PAGE_FAULTS"]
    found = rows(graph, "first.call")
    assert set(found) == {0, -1}, found
    for row in found.values():
        assert row["THREAD_CPU_TIME (inc)"] >= row["THREAD_CPU_TIME"] > 0, row


def unmeasured(job):
    """Without PROXIMA nothing is written, and the program does what it did."""
    job.launch(2, [job.options.counting], configuration=None, preload=True)
    assert not glob.glob(job.path("run*"))
    assert not glob.glob(job.path("proxima-run*"))
    assert counted_by_the_program(job, 2)["MPI_Init"][0] == 2


def another_mpi(job):
    """With a library that was built for another MPI: that is said, and the program does what it did."""
    for configuration in ("on", None):
        done = job.launch(2, [job.options.counting], configuration=configuration, preload=True)
        assert done.stderr.count("was built for another MPI") == (2 if configuration else 0), done.stderr
        assert counted_by_the_program(job, 2)["MPI_Init"][0] == 2
    assert not glob.glob(job.path("run*", "mpi.json"))


def invocations(job):
    job.scenario(2, "invocations")
    graph = job.json("callgraph.json")
    outer, inner, silent, early = (rows(graph, f"{name}.call") for name in ("outer", "inner", "silent", "early"))
    assert [early[rank]["calls"] for rank in (0, 1)] == [5, 5]  # before MPI_Init
    assert [inner[rank]["calls"] for rank in (0, 1)] == [3, 3]
    # Rank 0 waits in MPI while rank 1 sleeps outside of it.
    assert inner[0]["communication"] >= PAUSE
    assert inner[1]["computation"] >= 3 * PAUSE
    for rank in (0, 1):
        assert silent[rank]["communication"] == 0
        assert silent[rank]["computation"] >= 3 * PAUSE
        assert abs(outer[rank]["communication"] - inner[rank]["communication"]) < 1e-6 * outer[rank]["time (inc)"]
        assert outer[rank]["computation"] >= 3 * PAUSE
    check_records(job, graph)


def check_records(job, graph):
    """The records of each rank are those that its rows count, with the same communication."""
    calls = collections.Counter()
    communication = collections.Counter()
    for record in csv.DictReader(io.StringIO(job.proxima("records", "run", "--csv"))):
        node = int(record["rank"]), f"{record['instance']}.{record['method'].split('(')[0]}"
        calls[node] += 1
        communication[node] += float(record["communication_ns"]) / 1e3
    for row in graph["dataframe"]:
        node = row["rank"], row["name"]
        assert calls[node] == row["calls"], (node, calls)
        assert abs(communication[node] - row["communication"]) < 1e-3 * row["time (inc)"] + 1, (node, row)


def nested(job):
    job.scenario(2, "nested")
    routines = job.routines()
    assert routines["MPI_Type_size"]["calls"] == 2
    assert routines["MPI_Type_size"]["nested"] >= 2
    assert routines["MPI_Allreduce"]["calls"] == 2


def overlap(job):
    job.scenario(2, "overlap")
    routines = job.routines()
    for name in ("MPI_Irecv", "MPI_Isend"):
        flight = routines[name]["nonblocking"]
        assert flight["operations"] == flight["completed"] == 2
        assert flight["hidden"] >= 2 * PAUSE
        assert flight["in flight"] >= flight["hidden"]
    flight = routines["MPI_Recv_init"]["nonblocking"]
    assert flight["operations"] == flight["completed"] == 1
    assert flight["waiting"] > 0
    assert flight["hidden"] + flight["waiting"] <= flight["in flight"] * (1 + 1e-9)


def threads(job):
    job.scenario(2, "threads")
    report = job.json("mpi.json")
    assert report["thread level"] == "multiple"
    routines = job.routines()
    messages = 2 * (4 * 500 + 1)
    for name in ("MPI_Send", "MPI_Irecv", "MPI_Wait"):
        assert routines[name]["calls"] == messages, routines[name]
    # A receive that got the request of another too early for that one's thread is not followed, and counted as such:
    # a few, but how many is up to the scheduler.
    followed = messages - report["untracked operations"]
    assert followed > messages / 2, report["untracked operations"]
    assert routines["MPI_Send"]["bytes sent"] == 4 * messages
    assert routines["MPI_Irecv"]["bytes received"] == 4 * followed, routines["MPI_Irecv"]
    assert routines["MPI_Irecv"]["nonblocking"]["completed"] == followed, routines["MPI_Irecv"]
    graph = job.json("callgraph.json")
    assert [row["calls"] for row in rows(graph, "thread.call").values()] == [2000, 2000]


def reduction(job, ranks=64):
    job.scenario(ranks, "reduction")
    graph = job.json("callgraph.json")
    by_rank = rows(graph, "by_rank.call")
    assert {rank: row["calls"] for rank, row in by_rank.items()} == {rank: rank + 1 for rank in range(ranks)}
    assert sorted(rows(graph, "even.call")) == list(range(0, ranks, 2))
    node = next(iter(by_rank.values()))["node"]
    spread, = (entry for entry in graph["over_ranks"] if entry["node"] == node)
    assert spread["ranks"] == ranks
    assert (spread["calls"]["min"], spread["calls"]["min rank"]) == (1, 0)
    assert (spread["calls"]["max"], spread["calls"]["max rank"]) == (ranks, ranks - 1)
    assert spread["calls"]["mean"] == (ranks + 1) / 2
    assert abs(spread["calls"]["stddev"] - ((ranks**2 - 1) / 12) ** 0.5) < 1e-9
    run = job.json("run.json")
    assert run["complete"] and run["mpi"]["size"] == ranks
    assert run["invocations"] == run["records"] == ranks * (ranks + 1) // 2 + ranks // 2 + 5 * ranks
    assert len(os.listdir(job.path("run", "records"))) == ranks
    job.proxima("report", "run")


def rank_rows(job):
    """Ranks without rows of their own are taken together, and nothing is lost in the sums."""
    ranks, limit = 7, 3
    job.scenario(ranks, "reduction", configuration=f"rank-rows={limit}")
    by_rank = rows(job.json("callgraph.json"), "by_rank.call")
    assert sorted(by_rank) == [-1, 0, 1, 2]
    assert by_rank[-1]["calls"] == sum(rank + 1 for rank in range(limit, ranks))
    report = job.json("mpi.json")
    assert [row["rank"] for row in report["ranks"]] == [None, 0, 1, 2]
    assert sum(row["calls"] for row in report["ranks"]) == sum(use["calls"] for use in report["routines"])
    everything = json.loads(job.proxima("report", "run", "--json"))
    assert everything["run"]["invocations"] == ranks * (ranks + 1) // 2 + (ranks + 1) // 2 + 5 * ranks


def bins(job):
    """The bins of all ranks together: each rank has called with 0, 1, ... up to its number."""
    ranks = 7
    job.scenario(ranks, "reduction", configuration="records=aggregate")
    graph = job.json("callgraph.json")
    node = next(iter(rows(graph, "by_rank.call").values()))["node"]
    found = {entry["bin"]: entry for entry in graph["bins"] if entry["node"] == node}
    expected = collections.Counter(i.bit_length() for rank in range(ranks) for i in range(rank + 1))
    assert {bin: entry["calls"] for bin, entry in found.items()} == expected, found
    total = sum(row["time (inc)"] for row in rows(graph, "by_rank.call").values())
    assert abs(sum(entry["sum"] for entry in found.values()) - total) < 1e-6 * total


def check_recovered(job, ranks):
    """Every rank's invocations are there, although the ranks have not ended together."""
    run = job.json("run.json")
    assert not run["complete"] and run["mpi"]["size"] == ranks
    job.recover()
    calls = sum(row["calls"] for row in job.json("callgraph.json")["dataframe"])
    assert calls == ranks * (ranks + 1) // 2 + (ranks + 1) // 2 + 5 * ranks, calls
    report = job.json("mpi.json")
    assert [row["rank"] for row in report["ranks"]] == list(range(ranks))
    assert {job.routines()[name]["calls"] for name in ("MPI_Init_thread", "MPI_Comm_rank")} == {ranks}
    # The first that leaves the barrier may end the job before the others do.
    assert 1 <= job.routines()["MPI_Barrier"]["calls"] <= ranks


def ended_early(job, name, succeeds):
    ranks = 3
    job.scenario(ranks, name, succeeds=succeeds)
    check_recovered(job, ranks)


def abort(job):
    ended_early(job, "abort", succeeds=False)
    assert job.routines()["MPI_Abort"]["calls"] == 1


def measured_in_part(job):
    """One of two ranks is measured; the other one keeps nobody waiting."""
    job.start([job.options.launcher, "-n", "1", "env", "PROXIMA=on,output=run,quiet=on", job.options.scenario, "nothing",
               ":", "-n", "1", job.options.scenario, "nothing"])
    assert [row["rank"] for row in job.json("mpi.json")["ranks"]] == [0]
    assert {row["rank"] for row in job.json("callgraph.json")["dataframe"]} == {0}


def switched_off(job, name):
    """What the ranks have measured until then is merged all the same."""
    job.scenario(2, name)
    assert [row["rank"] for row in job.json("mpi.json")["ranks"]] == [0, 1]
    assert job.routines()["MPI_Init_thread"]["calls"] == 2
    assert job.routines().get("MPI_Finalize", {"calls": 0})["calls"] == (1 if name == "switch_off_on_one" else 0)
    assert sorted(rows(job.json("callgraph.json"), "early.call")) == [0, 1]
    assert job.json("run.json")["complete"]


def unseen_init(job):
    """Ranks that have not met end each for itself."""
    job.scenario(2, "unseen_init")
    reports = glob.glob(job.path("run*", "mpi.json"))
    assert len(reports) == 2, reports
    for path in reports:
        with open(path) as file:
            assert {routine["name"]: routine["calls"] for routine in json.load(file)["routines"]} == {
                "MPI_Comm_rank": 1, "MPI_Comm_size": 1, "MPI_Finalize": 1}


def one_receive(job, name, routine="MPI_Irecv", operations=1):
    """One rank sends an int to itself, of which all is known."""
    job.scenario(1, name)
    use = job.routines()[routine]
    assert job.json("mpi.json")["untracked operations"] == 0
    assert use["bytes received"] == 4, use
    assert use["nonblocking"]["operations"] == operations and use["nonblocking"]["completed"] == 1, use
    return use["nonblocking"]


def complete_later(job):
    assert one_receive(job, "complete_later")["hidden"] >= PAUSE


def throw_in_callback(job):
    job.scenario(1, "throw_in_callback")
    assert job.routines()["MPI_Type_size"]["calls"] == 1
    assert job.routines()["MPI_Type_size"]["nested"] == 0


def split_up(job):
    ranks, each, most = 6, 250, 1024
    job.scenario(ranks, "split_up")
    communicators = job.json("mpi.json")["communicators"]
    assert len(communicators) <= most + 1
    assert sum(row["calls"] for row in communicators if row["size"] == 1 or row["name"] == "others") == ranks * (each + 1)
    assert [row["ranks"] for row in communicators if row["name"] == "single"] == [ranks]


def session(job):
    job.scenario(1, "session")
    assert {name: use["calls"] for name, use in job.routines().items()} == {
        "MPI_Session_init": 1, "MPI_Group_from_session_pset": 1, "MPI_Group_free": 1, "MPI_Session_finalize": 1}


CASES = {
    **{f"counting_{ranks}": lambda job, ranks=ranks: counting(job, ranks) for ranks in (1, 2, 4, 7)},
    "reported": reported,
    "call_first": call_first,
    "unknown_counters": unknown_counters,
    "counters": counters,
    "unmeasured": unmeasured,
    "another_mpi": another_mpi,
    "invocations": invocations,
    "nested": nested,
    "overlap": overlap,
    "threads": threads,
    "reduction": reduction,
    "rank_rows": rank_rows,
    "bins": bins,
    "abort": abort,
    "exit": lambda job: ended_early(job, "exit", succeeds=None),
    "_exit": lambda job: ended_early(job, "_exit", succeeds=None),
    "measured_in_part": measured_in_part,
    "switch_off": lambda job: switched_off(job, "switch_off"),
    "switch_off_on_one": lambda job: switched_off(job, "switch_off_on_one"),
    "unseen_init": unseen_init,
    "complete_elsewhere": lambda job: one_receive(job, "complete_elsewhere"),
    "complete_later": complete_later,
    "reuse_request": lambda job: one_receive(job, "reuse_request", operations=2),
    "keep_prepared": lambda job: one_receive(job, "keep_prepared", routine="MPI_Recv_init"),
    "throw_in_callback": throw_in_callback,
    "split_up": split_up,
    **calls_by_node.CASES,
    **endings.CASES,
    "session": session,
    "kill": lambda job: ended_early(job, "kill", succeeds=False),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("launcher", "library", "counting", "scenario", "proxima"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    parser.add_argument("case", choices=sorted(CASES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        CASES[options.case](Job(options, directory))


if __name__ == "__main__":
    main()
