"""Runs a program under an MPI with libproxima_mpi, and compares what is in the run directory with what it did.

Usage: PYTHONPATH=tests/support mpi_test.py --launcher MPIRUN --library LIBPROXIMA_MPI --counting PROGRAM
           --scenario PROGRAM --proxima CLI CASE
"""

import argparse
import collections
import csv
import glob
import io
import json
import os
import re
import shutil
import tempfile

from launching import Job

PAUSE = 50e3  # microseconds that the scenarios sleep for


def rows(graph, name):
    """Returns the rows of the nodes with this name, by rank."""
    return {row["rank"]: row for row in graph["dataframe"] if row["name"] == name}


def counted_by_the_program(job, ranks):
    uses = collections.defaultdict(lambda: [0, 0, 0])
    for rank in range(ranks):
        with open(job.path(f"expected-{rank}")) as file:
            for line in file:
                name, *numbers = line.split()
                uses[name] = [sum(pair) for pair in zip(uses[name], map(int, numbers))]
    return dict(uses)


def paths_of_routines(job):
    """The counts of each call path and routine; over all paths they are those of the routine."""
    paths = {(row["path"], row["routine"]): row for row in job.json("mpi.json")["paths"]}
    for name, use in job.routines().items():
        for column in ("calls", "time", "bytes sent", "bytes received"):
            summed = sum(row[column] for (_, routine), row in paths.items() if routine == name)
            assert abs(summed - use[column]) <= 1e-6 * use[column], (name, column, summed, use)
    return paths


def counting(job, ranks, unknown=()):
    """`unknown`: routines that the library does not wrap."""
    job.launch(ranks, [job.options.counting], preload=True)
    report = job.json("mpi.json")
    measured = {name: [use["calls"], use["bytes sent"], use["bytes received"]]
                for name, use in job.routines().items()}
    expected = counted_by_the_program(job, ranks)
    for name in unknown:
        expected.pop(name, None)
    assert measured == expected, {name: (measured.get(name), expected.get(name)) for name in {*measured, *expected}
                                  if measured.get(name) != expected.get(name)}
    assert (report["size"], report["untracked operations"]) == (ranks, 0), report
    for use in report["routines"]:
        operations = use.get("nonblocking", {"operations": 0, "completed": 0})
        assert operations["operations"] == operations["completed"], use
    check_partners(report, ranks)
    assert {path for path, _ in paths_of_routines(job)} == {""}
    assert job.json("run.json")["mpi"] == {"size": ranks, "rank": 0}
    assert [name for name in os.listdir(job.directory) if name.startswith("run")] == ["run"]


def check_partners(report, ranks):
    """The bytes that one sent to the other are those that the other received."""
    partners = {(row["rank"], row["partner"]): row for row in report["partners"]}
    assert {rank for rank, _ in partners} == set(range(ranks))
    for (rank, partner), row in partners.items():
        other = partners[partner, rank]
        assert row["messages sent"] == other["messages received"], (row, other)
        assert row["bytes sent"] == other["bytes received"], (row, other)
        assert partner in ((rank + 1) % ranks, (rank - 1) % ranks)


def reported(job):
    """The tool's reports say of MPI what mpi.json says; the cost is what the machine takes for a call, times the calls."""
    job.launch(2, [job.options.counting], preload=True)
    report = json.loads(job.proxima("report", "run", "--json"))
    assert report["mpi"] == job.json("mpi.json")
    calls = sum(use["calls"] for use in job.routines().values())
    cost = job.json("run.json")["cost_of_one_mpi_call_ns"]
    assert cost > 0
    assert (report["run"]["mpi_call_cost_ns"], report["run"]["mpi_calls"]) == (cost, calls)
    assert abs(report["run"]["mpi_overhead_us"] - cost * calls / 1e3) < 1e-6 * report["run"]["mpi_overhead_us"]
    assert " an MPI call" in job.proxima("report", "run", "--width", "200")


def unmeasured(job):
    """Without PROXIMA nothing is written, and the program does what it did."""
    job.launch(2, [job.options.counting], configuration=None, preload=True)
    assert not glob.glob(job.path("run*")) and not glob.glob(job.path("proxima-run*"))
    assert counted_by_the_program(job, 2)["MPI_Init"][0] == 2


def another_mpi(job):
    """With a library that was built for another MPI: a message, and the program does what it did."""
    for configuration in ("on", None):
        done = job.launch(2, [job.options.counting], configuration=configuration, preload=True)
        assert done.stderr.count("was built for another MPI") == (2 if configuration else 0), done.stderr
        assert counted_by_the_program(job, 2)["MPI_Init"][0] == 2
    assert not glob.glob(job.path("run*", "mpi.json"))


def install_both(job):
    """Libraries for both MPIs in one folder; that for another MPI than the program's is preloaded."""
    libraries = job.path("lib")
    os.mkdir(libraries)
    os.symlink(job.options.library, os.path.join(libraries, "libproxima_mpi.so"))
    os.symlink(job.options.other_library, os.path.join(libraries, f"libproxima_mpi_{job.options.mpi}.so"))
    job.options.library = os.path.join(libraries, "libproxima_mpi.so")


def through_library(job):
    """Programs that do not name their MPI: a library brings it, linked or opened for itself. The answer is what it is
    without Proxima, and the counts are those of the library, whichever libproxima_mpi is preloaded."""
    if job.options.other_library:
        install_both(job)
    linked, opening, library = job.options.program.split(",")
    for command in ([linked], [opening, library]):
        assert job.launch(2, command, configuration=None, preload=True).stdout == "100\n", command
        done = job.launch(2, command, preload=True)
        assert (done.stdout, done.stderr) == ("100\n", ""), (command, done)
        calls = {name: use["calls"] for name, use in job.routines().items()}
        assert calls == {"MPI_Init": 2, "MPI_Comm_rank": 2, "MPI_Allreduce": 200, "MPI_Finalize": 2}, calls
        shutil.rmtree(job.path("run"))


def another_mpi_installed(job):
    """With a library for each MPI in one folder the right one is taken, whichever is preloaded. Open MPI 4.1 has fewer
    routines than MPICH 4.0."""
    install_both(job)
    counting(job, 2, unknown=["MPI_Isendrecv", "MPI_Isendrecv_replace"] if job.options.mpi == "mpich" else ())


VENDORS = ("MPI VERSION    : CRAY MPICH version 8.1.25.17 (ANL base 3.4a2)\nMPI BUILD INFO : Sun Feb 26 2023\n",
           "MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Release date :\tWed March 02 22:00:00 EST 2022\n",
           "MVAPICH Version      :\t3.0\n", "Intel(R) MPI Library 2021.9 for Linux* OS\n")


def vendors(job):
    """Libraries with the binary interface of MPICH are measured, whoever made them; those with an unknown one are refused."""
    job.options.library = f"{job.options.program}:{job.options.library}"
    for version in VENDORS:
        job.launch(2, ["env", f"FAKE_MPI={version}", job.options.counting], preload=True)
        assert job.routines()["MPI_Init"]["calls"] == 2, version
        shutil.rmtree(job.path("run"))
    done = job.launch(2, ["env", "FAKE_MPI=HPE MPT 2.25", job.options.counting], preload=True)
    assert done.stderr.count("HPE MPT 2.25") == 2, done.stderr
    assert not glob.glob(job.path("run*", "mpi.json"))


def without_directory(job):
    """An error of all ranks is printed once."""
    done = job.start([job.options.launcher, "-n", "4", "env", "PROXIMA=output=/proc/nowhere/run", job.options.scenario,
                      "nothing"])
    assert done.stderr.count("proxima: ") == done.stderr.count("/proc/nowhere/run") == 1, done.stderr


def small_files_on_one(job):
    """An error of another rank than the first is printed when the job ends, by the first."""
    done = job.scenario(3, "small_files_on_one")
    assert done.stderr.count("proxima: ") == 1 and "File too large" in done.stderr, done.stderr
    losses = job.json("run.json")["losses"]
    assert losses["reasons"], losses


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


def overlap(job):
    job.scenario(2, "overlap")
    routines = job.routines()
    for name in ("MPI_Irecv", "MPI_Isend"):
        flight = routines[name]["nonblocking"]
        assert flight["operations"] == flight["completed"] == 2
        assert flight["in flight"] >= flight["hidden"] >= 2 * PAUSE


def late_sender(job):
    """A wait counts for the rank whose message it gets; the report lists the pairs of ranks."""
    job.scenario(4, "late_sender")
    partners = {(row["rank"], row["partner"]): row for row in job.json("mpi.json")["partners"]}
    assert sorted(partners) == [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)], partners
    assert partners[0, 2]["time"] > partners[0, 1]["time"] + partners[0, 3]["time"], partners
    table = job.proxima("report", "run", "--width", "100").split("MPI partners")[1].split("\n\n")[0].splitlines()[1:]
    rows = {name: cells for name, *cells in (re.split("  +", line) for line in table)}
    assert sorted(rows) == sorted(f"rank {rank} with {partner}" for rank, partner in partners), table
    assert rows["rank 2 with 0"][2:] == ["1", "4 B", "4 B", "-"], table
    assert rows["rank 0 with 2"][2:] == ["0", "-", "-", "4 B"], table


def queried(job):
    """The program checks the measured values while it runs. Its records have the parameter and the communication of each call."""
    job.launch(2, ["env", "PROXIMA_MEASUREMENT=proxima", job.options.scenario, "queried"])
    records = [row for row in csv.DictReader(io.StringIO(job.proxima("records", "run", "--csv"))) if row["instance"] == "queried"]
    assert sorted((row["rank"], row["n"]) for row in records) == [(rank, n) for rank in "01" for n in "0123"], records
    for row in records:
        assert (int(row["communication_ns"]) > 0) == (row["n"] != "0"), row


def switched(job):
    """While MPI is switched off, its calls are not measured; those of methods are."""
    job.scenario(2, "switched")
    assert job.routines()["MPI_Iprobe"]["calls"] == 2 * (1 + 100), job.routines()["MPI_Iprobe"]
    methods = rows(job.json("callgraph.json"), "switched.call")
    assert {rank: (row["calls"], row["mpi calls"]) for rank, row in methods.items()} == {0: (3, 101), 1: (3, 101)}, methods
    for record in csv.DictReader(io.StringIO(job.proxima("records", "run", "--csv"))):
        assert record["instance"] != "switched" or (int(record["communication_ns"]) > 0) == (record["n"] != "10"), record


def threads(job):
    job.scenario(2, "threads")
    report = job.json("mpi.json")
    assert report["thread level"] == "multiple"
    routines = job.routines()
    messages = 2 * 4 * 500
    for name in ("MPI_Send", "MPI_Irecv", "MPI_Wait"):
        assert routines[name]["calls"] == messages, routines[name]
    assert routines["MPI_Irecv"]["nonblocking"]["completed"] == messages and report["untracked operations"] == 0, report
    assert routines["MPI_Send"]["bytes sent"] == routines["MPI_Irecv"]["bytes received"] == 4 * messages, routines
    graph = job.json("callgraph.json")
    assert [row["calls"] for row in rows(graph, "thread.call").values()] == [2000, 2000]


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


def ended_early(job, name, succeeds, ranks=3):
    """Every rank's invocations are there, although the ranks have not ended together."""
    job.scenario(ranks, name, succeeds=succeeds)
    run = job.json("run.json")
    assert not run["complete"] and run["mpi"]["size"] == ranks
    job.recover()
    graph = job.json("callgraph.json")["dataframe"]
    assert {row["rank"] for row in graph} == set(range(ranks)), graph
    calls = sum(row["calls"] for row in graph)
    assert calls == ranks * (ranks + 1) // 2 + (ranks + 1) // 2 + 5 * ranks, calls
    assert [row["rank"] for row in job.json("mpi.json")["ranks"]] == list(range(ranks))
    assert {job.routines()[name]["calls"] for name in ("MPI_Init_thread", "MPI_Comm_rank")} == {ranks}
    # The first that leaves the barrier may end the job before the others do.
    assert 1 <= job.routines()["MPI_Barrier"]["calls"] <= ranks


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


def without_key_values(job):
    """Ranks whose launcher cannot be asked go on alone, with one message; ranks=all joins them."""
    command = [job.options.launcher, "-n", "3", "env", "-u", "MPI_LOCALNRANKS", f"LD_PRELOAD={job.options.library}"]
    done = job.start([*command, "PROXIMA=on,output=run,quiet=on", job.options.counting])
    assert done.stderr.count("proxima: ") == done.stderr.count("ranks=all") == 1, done.stderr
    runs = glob.glob(job.path("run*"))
    assert sorted(map(os.path.basename, runs)) == ["run", "run.rank-1", "run.rank-2"], runs
    for run in runs:
        shutil.rmtree(run)
    done = job.start([*command, "PROXIMA=on,output=run,quiet=on,ranks=all", job.options.counting])
    assert done.stderr == "" and job.routines()["MPI_Init"]["calls"] == 3, done.stderr


METADATA = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(mkdir|mkdirat|link|linkat|symlink|symlinkat|rename|renameat|renameat2|unlink|unlinkat|rmdir|"
                      r"creat|open|openat)\((.*)")


def metadata_operations(job, ranks, *command, settings=()):
    """The calls of each rank that change directories of the run, as strace sees them."""
    trace = job.path("trace")
    os.mkdir(trace)
    environment = [f"PROXIMA=on,output={job.path('run')},quiet=on", *settings]
    job.start([job.options.launcher, "-n", str(ranks), "env", *environment, "sh", "-c",
               'exec strace -f -e trace=file -e signal=none -o "$0/${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" "$@"', trace, *command])
    operations = {}
    for rank in range(ranks):
        with open(os.path.join(trace, str(rank))) as file:
            calls = [match for match in map(METADATA.match, file) if match and (job.path("run") in match[2] or match[2].startswith("200,"))]
        operations[rank] = [match[0].strip() for match in calls if "open" not in match[1] or "O_CREAT" in match[2]]
    shutil.rmtree(trace)
    return operations


def metadata(job, ranks=8):
    """A rank other than the first makes at most five changes in the file system; one without proxies leaves no file."""
    for command, settings in (([job.options.counting], (f"LD_PRELOAD={job.options.library}",)), ([job.options.scenario, "reduction"], ())):
        operations = metadata_operations(job, ranks, *command, settings=settings)
        assert operations[0], operations  # else nothing was seen
        for rank in range(1, ranks):
            has_taken_run = any('/.job") = 0' in operation for operation in operations[rank])  # the first that measured
            assert len(operations[rank]) <= 5 or has_taken_run, operations[rank]
        records = job.path("run", "records")
        assert (os.listdir(records) if settings and os.path.exists(records) else []) == []
        assert [name for name in os.listdir(job.directory) if name.startswith("run")] == ["run"]
        shutil.rmtree(job.path("run"))


def unseen_init(job):
    """Ranks that have not met, but measured before, share the directory of the job; recover completes it."""
    job.scenario(2, "unseen_init")
    assert [os.path.basename(run) for run in glob.glob(job.path("run*"))] == ["run"]
    job.recover()
    assert {name: use["calls"] for name, use in job.routines().items()} == {
        "MPI_Comm_rank": 2, "MPI_Comm_size": 2, "MPI_Finalize": 2}
    assert [row["calls"] for row in rows(job.json("callgraph.json"), "early.call").values()] == [5, 5]


def calls_by_node(job, ranks=3, killed=False):
    """Each node has the calls of MPI that the program has made there, also if it was killed; calls within a call
    of MPI, and outside of all nodes, belong to none."""
    job.scenario(ranks, "calls_by_node_of_killed" if killed else "calls_by_node", succeeds=not killed,
                 configuration="on" if killed else "records=aggregate")
    if killed:
        job.recover()
    made = {rank: {"outer.call": 4 * (rank + 1), "inner.call": 4 * 2, "worker.call": 3 * 2, "early.call": 0}
            for rank in range(ranks)}
    total = collections.Counter()
    for calls in made.values():
        total.update(calls)
    measured = collections.defaultdict(dict)
    for row in job.json("callgraph.json")["dataframe"]:
        measured[row["rank"]][row["name"]] = row["mpi calls"]
    assert killed or measured == made, measured
    nodes = {node["name"]: node for node in json.loads(job.proxima("report", "run", "--json"))["nodes"]}
    assert {name: node["exclusive_mpi_calls"] for name, node in nodes.items()} == total
    assert nodes["outer.call"]["inclusive_mpi_calls"] == total["outer.call"] + total["inner.call"]
    paths = paths_of_routines(job)
    callers = {key: paths[key]["calls"] for key in paths if key[0]}
    assert callers == {("outer.call", "MPI_Iprobe"): total["outer.call"], ("worker.call", "MPI_Iprobe"): total["worker.call"],
                       ("outer.call;inner.call", "MPI_Allreduce"): total["inner.call"]}, callers
    assert paths["outer.call;inner.call", "MPI_Allreduce"]["bytes sent"] == 4 * total["inner.call"]
    text = job.proxima("report", "run", "--all", "--width", "200")
    for (path, routine), calls in callers.items():
        assert re.search(rf"^{path.split(';')[-1]} +{routine} +{calls} ", text, re.M), text
        assert re.search(rf"(^[ │]*|; ){routine}: {calls} calls, ", text, re.M), text
    stacks = dict(line.rsplit(" ", 1) for line in job.proxima("convert", "run", "--to", "collapsed").splitlines())
    for path, routine in callers:
        assert abs(int(stacks[f"{path};{routine}"]) / 1e3 - paths[path, routine]["time"]) < 0.01, (stacks, paths)
    within = job.routines()["MPI_Type_size"]  # by the operation of MPI_Allreduce
    assert within["calls"] == 0 and within["nested"] > 0, within


def use_of(job, command, ranks):
    """What one program has done: its routines with calls, bytes and operations, and the messages between ranks."""
    done = job.launch(ranks, [command], preload=True)
    assert done.stderr == "", done.stderr
    report = job.json("mpi.json")
    shutil.rmtree(job.path("run"))
    routines = {use["name"]: (use["calls"], use["bytes sent"], use["bytes received"], use.get("nested", 0),
                              use.get("nonblocking", {}).get("completed")) for use in report["routines"]}
    return routines, {(row["rank"], row["partner"]): (row["messages sent"], row["bytes sent"], row["bytes received"])
                      for row in report["partners"]}


def fortran(job, ranks=2):
    """The same program in each Fortran interface has the counts that it has in C, whatever its MPI calls for them."""
    if job.options.other_library:
        install_both(job)
    in_c, *in_fortran = job.options.program.split(",")
    expected = use_of(job, in_c, ranks)
    routines, partners = expected
    once = ("MPI_Init_thread", "MPI_Comm_size", "MPI_Comm_get_attr", "MPI_Type_free", "MPI_Cart_sub", "MPI_Finalize")
    assert [routines[name][0] for name in once] == [ranks] * len(once), routines
    assert routines["MPI_Send"][:2] == (2 * ranks, (5 + 4) * 4 * ranks), routines
    # Nonblocking, blocking, persistent, exchanged.
    bytes_moved = 4 * (3 * 10 + 5 + 4 + 4 * 3 + 2 + 2 * 2)
    assert partners[0, 1] == (3 + 2 + 4 + 2, bytes_moved, bytes_moved), partners
    for program in in_fortran:
        assert use_of(job, program, ranks) == expected, program


def energies(done):
    """The lines of the table of LAMMPS, after 0, 10, ... 100 steps."""
    lines = [line for line in done.stdout.splitlines() if re.fullmatch(r"\s*\d+( +-?[\d.]+){4}\s*", line)]
    assert len(lines) == 11, done.stdout
    return lines


def lammps(job, ranks):
    """LAMMPS as the distribution ships it: its answers are what they are without the library."""
    melt = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "melt.lammps")
    command = ["env", "OMP_NUM_THREADS=1", job.options.program, "-in", melt, "-log", "none"]
    bare = energies(job.launch(ranks, command, configuration=None))
    assert energies(job.launch(ranks, command, preload=True)) == bare
    calls = {name: routine["calls"] for name, routine in job.routines().items()}
    assert calls["MPI_Init"] == calls["MPI_Finalize"] == ranks and calls["MPI_Allreduce"] > 100, calls
    assert len(job.json("mpi.json")["ranks"]) == ranks


def settings(job):
    """Floating-point environment, signal mask and locale are as without the library, also where exceptions trap."""
    for argument in ([], ["trap"]):
        command = [os.path.abspath(job.options.program), *argument]
        without = job.launch(2, command, configuration=None).stdout
        measured = job.launch(2, command, preload=True).stdout
        assert sorted(measured.split("\n")) == sorted(without.split("\n")), (without, measured)
        assert job.routines()["MPI_Allreduce"]["calls"] == 40_000
        shutil.rmtree(job.path("run"))


CASES = {
    **{f"counting_{ranks}": lambda job, ranks=ranks: counting(job, ranks) for ranks in (1, 7)},
    **{f"lammps_{ranks}": lambda job, ranks=ranks: lammps(job, ranks) for ranks in (1, 4)},
    **{case.__name__: case for case in (
        reported, unmeasured, another_mpi, another_mpi_installed, through_library, vendors,
        without_directory, small_files_on_one, invocations, overlap, late_sender, queried, switched,
        threads, reduction, rank_rows, spread_over_others, exit_in_handler, after_finalize, measured_in_part, beside_unmeasured, metadata,
        without_key_values, unseen_init,
        calls_by_node, fortran, settings)},
    "calls_by_node_of_killed": lambda job: calls_by_node(job, killed=True),
    "fortran_with_another": fortran,
    "abort": lambda job: ended_early(job, "abort", succeeds=False),
    "exit": lambda job: ended_early(job, "exit", succeeds=None),
    "_exit": lambda job: ended_early(job, "_exit", succeeds=None),
    "kill": lambda job: ended_early(job, "kill", succeeds=False),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("launcher", "library", "counting", "scenario", "proxima"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    parser.add_argument("--other-library", type=os.path.abspath)  # for the MPI of the programs
    parser.add_argument("--program")  # a foreign one, such as LAMMPS
    parser.add_argument("--mpi")  # its name
    parser.add_argument("case", choices=sorted(CASES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        CASES[options.case](Job(options, directory))


main()
