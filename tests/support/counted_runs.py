"""Compares the counts of killed programs with what is recovered of their runs."""

import collections
import glob
import json
import os
import struct
import subprocess
import time

Counts = collections.namedtuple("Counts", "inner_begun inner_returned outer_begun outer_returned mpi_begun mpi_returned process")
LAYOUT = struct.Struct("=7Q8x")


def write_counts(path, number):
    with open(path, "wb") as file:
        file.write(bytes(number * LAYOUT.size))


def read_counts(path):
    with open(path, "rb") as file:
        return [Counts(*values) for values in LAYOUT.iter_unpack(file.read())]


def recover(proxima, run):
    """Recovers a run once its last process has gone, which a launcher need not wait for."""
    for _ in range(100):
        done = subprocess.run([proxima, "recover", run], capture_output=True, text=True)
        if "still measures" not in done.stderr:
            break
        time.sleep(0.1)
    assert done.returncode == 0, done.stderr


def recovered_calls(proxima, run):
    """Calls by name of the node, as callgraph.json has them after `proxima recover`; none if no run had begun."""
    if not glob.glob(os.path.join(run, "records/*.rec")):
        return {}
    recover(proxima, run)
    with open(os.path.join(run, "callgraph.json")) as file:
        rows = json.load(file)["dataframe"]
    calls = collections.Counter()
    for row in rows:
        calls[row["name"]] += row["calls"]
    with open(os.path.join(run, "run.json")) as file:
        assert json.load(file)["invocations"] == sum(calls.values())
    return calls


def check(instance, counts, calls):
    """Every call that had returned is recovered, and no more than had begun."""
    for method, begun, returned in (("inner", counts.inner_begun, counts.inner_returned),
                                    ("outer", counts.outer_begun, counts.outer_returned)):
        recovered = calls.get(f"{instance}.{method}", 0)
        assert returned <= recovered <= begun, (instance, method, returned, recovered, begun)
