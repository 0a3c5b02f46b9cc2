"""The recorded invocations of a run, as `proxima records` gives them."""

import csv
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Invocation:
    rank: int
    start: float  # seconds from the start of the run
    duration: float  # microseconds
    communication: float  # microseconds
    path: str  # of its callers, from the outermost on
    parameters: dict  # by name, as text


FIXED = {"start_ns", "duration_ns", "communication_ns", "rank", "thread", "instance", "port", "method", "callpath"}


def invocations(proxima, run, method):
    """Yields those of one method, rank by rank, in the order in which they ended."""
    command = [proxima, "records", run, "--method", method, "--csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for row in csv.DictReader(process.stdout):
            yield Invocation(int(row["rank"]), int(row["start_ns"]) / 1e9, int(row["duration_ns"]) / 1e3,
                             int(row["communication_ns"]) / 1e3, row["callpath"],
                             {name: value for name, value in row.items() if name not in FIXED})
    if process.returncode != 0:
        raise SystemExit(f"error: {' '.join(command)} failed")
