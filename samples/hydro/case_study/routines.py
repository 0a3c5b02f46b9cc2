"""Inclusive and exclusive times of the routines (the papers' table 1), and what MPI takes."""

import json
import subprocess
from collections import defaultdict


class Report:
    def __init__(self, proxima, run):
        told = subprocess.run([proxima, "report", run, "--json"], capture_output=True, text=True, check=True)
        self.report = json.loads(told.stdout)

    def ranks(self):
        return self.report["run"]["ranks"]

    def called(self, port, method):
        return any(node["port"] == port and node["method"] == method for node in self.report["nodes"])

    def routines(self):
        """(name, exclusive, inclusive) in milliseconds, averaged over the ranks; a routine that calls itself is
        counted where it is outermost."""
        exclusive, inclusive = defaultdict(float), defaultdict(float)
        outer = []
        for node in self.report["nodes"]:
            del outer[node["depth"]:]
            if node["name"] not in outer:
                inclusive[node["name"]] += node["inclusive_us"]
            exclusive[node["name"]] += node["exclusive_us"]
            outer.append(node["name"])
        scale = 1e-3 / self.ranks()
        return sorted(((name, exclusive[name] * scale, inclusive[name] * scale) for name in inclusive),
                      key=lambda row: -row[2])

    def total(self):
        """Milliseconds of the run, averaged over the ranks."""
        return self.report["run"]["duration_us"] * 1e-3

    def table(self):
        lines = [f"{'routine':<36} {'exclusive ms':>12} {'inclusive ms':>12} {'%':>6}"]
        lines += [f"{name:<36} {exclusive:>12.1f} {inclusive:>12.1f} {100 * inclusive / self.total():>6.1f}"
                  for name, exclusive, inclusive in self.routines()]
        return "\n".join(lines) + "\n"


def mpi_table(run, ranks, total):
    """The routines of MPI by time: milliseconds averaged over the ranks, and their share of the run."""
    with open(f"{run}/mpi.json", encoding="utf-8") as file:
        routines = json.load(file)["routines"]
    rows = sorted(((routine["name"], routine["calls"], routine["time"] * 1e-3 / ranks) for routine in routines),
                  key=lambda row: -row[2])
    lines = [f"{'routine':<36} {'calls':>12} {'ms':>12} {'%':>6}"]
    lines += [f"{name:<36} {calls:>12} {time:>12.1f} {100 * time / total:>6.1f}" for name, calls, time in rows]
    waiting = sum(time for name, _, time in rows if name.startswith(("MPI_Wait", "MPI_Test", "MPI_Probe")))
    return "\n".join(lines) + "\n", 100 * waiting / total, 100 * sum(row[2] for row in rows) / total
