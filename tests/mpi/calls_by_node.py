"""Cases of mpi_test.py: which node of the call graph has made how many calls of MPI, and what they have added to it."""

import collections
import json


def mpi_calls_made(ranks):
    """By rank, what the nodes of the scenario "calls_by_node" have called: see there."""
    return {rank: {"outer.call": 4 * (rank + 1), "inner.call": 4 * 2, "worker.call": 3 * 2, "early.call": 0}
            for rank in ranks}


def mpi_calls_measured(job):
    calls = collections.defaultdict(dict)
    for row in job.json("callgraph.json")["dataframe"]:
        calls[row["rank"]][row["name"]] = row["mpi calls"]
    return dict(calls)


def each_rank(job, ranks=3):
    """Each node has the calls of MPI that the program has made there; those within a call of MPI and those outside of
    all nodes are nobody's."""
    job.scenario(ranks, "calls_by_node")
    made = mpi_calls_made(range(ranks))
    assert mpi_calls_measured(job) == made, mpi_calls_measured(job)
    check_reported_calls(job, made)
    check_compensation(job)


def ranks_without_rows(job, ranks=4):
    job.scenario(ranks, "calls_by_node", configuration="rank-rows=1")
    made = mpi_calls_made(range(ranks))
    others = {name: sum(made[rank][name] for rank in range(1, ranks)) for name in made[0]}
    assert mpi_calls_measured(job) == {0: made[0], -1: others}, mpi_calls_measured(job)
    check_reported_calls(job, made)


def killed(job, ranks=3):
    """They outlive the processes: the recovered call graph has the same."""
    job.scenario(ranks, "calls_by_node_of_killed", succeeds=False)
    assert not job.json("run.json")["complete"]
    made = mpi_calls_made(range(ranks))
    check_reported_calls(job, made)
    job.recover()
    check_reported_calls(job, made)
    check_compensation(job)


def reported_nodes(job, *options):
    return {node["name"]: node for node in json.loads(job.proxima("report", "run", "--json", *options))["nodes"]}


def check_reported_calls(job, made):
    nodes = reported_nodes(job)
    assert len(nodes) == 4
    total = collections.Counter()
    for calls in made.values():
        total.update(calls)
    assert {name: node["exclusive_mpi_calls"] for name, node in nodes.items()} == total
    assert nodes["outer.call"]["inclusive_mpi_calls"] == total["outer.call"] + total["inner.call"]
    assert nodes["inner.call"]["inclusive_mpi_calls"] == total["inner.call"]


def check_compensation(job):
    """What is subtracted from a node is what its calls, and those of MPI, cost on this machine."""
    run = job.json("run.json")
    whole, inside = (run[f"{name}_of_one_mpi_call_ns"] / 1e3 for name in ("cost", "inside"))
    assert 0 < inside < whole
    ends = run["cost_of_one_call_ns"]
    recorded, recorded_inside = ends["recorded"], min(ends["inside"], ends["recorded"])
    least = min(ends["overlapped"], recorded)
    of_call = {"recorded": (recorded + least) / 2,
               "inside": (recorded_inside + min(ends["inside_overlapped"], recorded_inside, least)) / 2}
    measured, compensated = reported_nodes(job), reported_nodes(job, "--compensate")
    for name, node in measured.items():
        added = node["calls"] * of_call["inside"] / 1e3 + node["inclusive_mpi_calls"] * whole
        if name == "outer.call":
            added += measured["inner.call"]["calls"] * of_call["recorded"] / 1e3
        communication = node["inclusive_mpi_calls"] * inside
        for key, taken in (("inclusive_us", added), ("communication_us", communication),
                           ("computation_us", added - communication)):
            expected = max(node[key] - taken, 0)
            assert abs(compensated[name][key] - expected) < 1e-6 * (1 + node[key]), (name, key, node, compensated[name])
        assert abs(node["added_us"] - added) < 1e-6 * (1 + added), (name, node, added)


CASES = {
    "calls_by_node": each_rank,
    "calls_by_node_of_ranks_without_rows": ranks_without_rows,
    "calls_by_node_of_killed": killed,
}
