"""Invocations of methods hold the calls, the time and the waiting of MPI within them."""

import collections
import csv
import io
import json
import re
import shutil
import subprocess

from cases.counts import paths_of_routines
from launching import PAUSE, rows


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


def calls_by_node(job, ranks=3, killed=False, clock="auto"):
    """Each node has the calls of MPI that the program has made there, also if it was killed; calls within a call
    of MPI, and outside of all nodes, belong to none. What threads do for a call stands below it, but is none of its time."""
    job.scenario(ranks, "calls_by_node_of_killed" if killed else "calls_by_node", succeeds=not killed,
                 configuration=f"clock={clock}" + ("" if killed else ",records=aggregate"))
    if killed:
        job.recover()
    made = {rank: {"outer.call": 4 * (rank + 1), "inner.call": 4 * 2, "worker.call": 3 * 2, "handing.call": 0,
                   "early.call": 0}
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
    assert callers == {("handing.call", "MPI_Iprobe"): 3 * 5 * ranks, ("outer.call", "MPI_Iprobe"): total["outer.call"], ("worker.call", "MPI_Iprobe"): total["worker.call"],
                       ("outer.call;inner.call", "MPI_Allreduce"): total["inner.call"]}, callers
    assert paths["outer.call;inner.call", "MPI_Allreduce"]["bytes sent"] == 4 * total["inner.call"]
    text = job.proxima("report", "run", "--all", "--width", "200")
    for (path, routine), calls in callers.items():
        assert re.search(rf"^{path.split(';')[-1]} +{routine} +{calls} ", text, re.M), text
        assert re.search(rf"(^[ │]*|; ){routine}: {calls} calls, ", text, re.M), text
    stacks = dict(line.rsplit(" ", 1) for line in job.proxima("convert", "run", "--to", "collapsed").splitlines())
    handing = nodes["handing.call"]
    assert handing["communication_us"] == 0 and abs(int(stacks["handing.call"]) / 1e3 - handing["exclusive_us"]) < 0.01, handing
    for path, routine in callers:
        assert abs(int(stacks[f"{path};{routine}"]) / 1e3 - paths[path, routine]["time"]) < 0.01, (stacks, paths)
    within = job.routines()["MPI_Type_size"]  # by the operation of MPI_Allreduce
    assert within["calls"] == 0 and within["nested"] > 0, within


def moments_of_spans(spans):
    """What is entered and left, in order, from spans (begin, end, name). Of those that begin together, the short ones come
    first: the time of a thread stands still while the runtime catches up with its own work."""
    moments, inside = [], []
    for begin, end, name in sorted(spans, key=lambda span: span[:2]):
        while inside and inside[-1][0] <= begin:
            moments.append(("LEAVE", inside.pop()[1]))
        moments.append(("ENTER", name))
        inside.append((end, name))
    return moments + [("LEAVE", name) for _, name in reversed(inside)]


def timelines(job):
    """What each thread enters and leaves, in order: by rank and thread. The formats agree."""
    job.proxima("convert", "run", "--to", "chrome", "--force", "-o", "trace.json")
    with open(job.path("trace.json")) as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    spans = collections.defaultdict(list)
    for event in events:
        begin, length = (round(1000 * event[key]) for key in ("ts", "dur"))
        spans[event["pid"] - 1, event["tid"] - 1].append((begin, begin + length, event["name"]))
    threads = {thread: moments_of_spans(of_thread) for thread, of_thread in spans.items()}
    if shutil.which("otf2-print"):
        job.proxima("convert", "run", "--to", "otf2", "-o", "otf2")
        text = subprocess.check_output(["otf2-print", job.path("otf2", "traces.otf2")], text=True)
        in_otf2 = collections.defaultdict(list)
        for kind, location, name in re.findall(r'^(ENTER|LEAVE) +(\d+) +\d+ +Region: "(.*)" <\d+>', text, re.M):
            in_otf2[location].append((kind, name))
        assert sorted(in_otf2.values()) == sorted(threads.values())
        shutil.rmtree(job.path("otf2"))
    return threads


def calls_in_order(job, ranks=2):
    """With mpi=calls, timelines have each call of mpi.json, in the order in which the program makes them in all languages."""
    orders = []
    for program in job.options.program.split(","):
        job.launch(ranks, [program], configuration="mpi=calls", preload=True)
        threads = timelines(job)
        entered = collections.Counter(name for moments in threads.values() for kind, name in moments if kind == "ENTER")
        made = collections.Counter({f"mpi.{name}": use["calls"] for name, use in job.routines().items()})
        assert entered == made - collections.Counter({"mpi.MPI_Finalize": ranks}), (entered, made)
        orders.append([name for kind, name in threads[0, 0] if kind == "ENTER"])
        shutil.rmtree(job.path("run"))
    assert orders == [orders[0]] * len(orders), orders
    begin = ["MPI_Init_thread", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Wtime", "MPI_Get_processor_name",
             *["MPI_Irecv", "MPI_Isend", "MPI_Waitall"] * 3, "MPI_Irecv", "MPI_Send", "MPI_Wait"]
    assert orders[0][:len(begin)] == [f"mpi.{name}" for name in begin], orders[0]


def nodes_by_path(graph):
    """The numbers of nodes by the names from the root."""
    paths = {}

    def walk(tree, number, above):
        path = (*above, tree[number]["data"]["name"])
        paths[path] = int(number)
        for child in tree[number]["children"]:
            walk(tree, str(child), path)

    for tree in graph["graph"]:
        walk(tree, min(tree, key=int), ())
    return paths


def calls_below_methods(job, ranks=3):
    """With mpi=calls, calls of MPI stand below the methods that make them: as many as there, and in all as in mpi.json."""
    job.scenario(ranks, "calls_by_node", configuration="mpi=calls")
    graph = job.json("callgraph.json")
    calls = collections.Counter()
    for row in graph["dataframe"]:
        calls[row["node"]] += row["calls"]
    measured = {path: calls[node] for path, node in nodes_by_path(graph).items() if path[-1].startswith("mpi.")}
    made = {("outer.call", "inner.call", "mpi.MPI_Allreduce"): 4 * 2 * ranks,
            ("outer.call", "mpi.MPI_Iprobe"): 4 * sum(rank + 1 for rank in range(ranks)),
            ("worker.call", "mpi.MPI_Iprobe"): 3 * 2 * ranks, ("handing.call", "mpi.MPI_Iprobe"): 3 * 5 * ranks,
            ("mpi.MPI_Iprobe",): 3 * ranks}
    assert {path: count for path, count in measured.items() if len(path) > 1 or path in made} == made, measured
    by_routine = collections.Counter()
    for path, count in measured.items():
        by_routine[path[-1].removeprefix("mpi.")] += count
    assert by_routine == collections.Counter({name: use["calls"] for name, use in job.routines().items()
                                              if name != "MPI_Finalize" and use["calls"]}), by_routine


CASES = {
    **{case.__name__: case for case in (invocations, overlap, late_sender, queried, switched, threads, calls_by_node,
                                            calls_in_order, calls_below_methods)},
    "calls_by_node_of_killed": lambda job: calls_by_node(job, killed=True),
    "calls_by_node_on_monotonic": lambda job: calls_by_node(job, clock="monotonic"),
}
