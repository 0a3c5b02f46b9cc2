"""Inclusive and exclusive times of the routines (the papers' table 1), and what MPI takes."""

from collections import defaultdict


def routines(report):
    """(name, exclusive, inclusive) in milliseconds, averaged over the ranks; a routine that calls itself is counted where it
    is outermost."""
    exclusive, inclusive = defaultdict(float), defaultdict(float)
    outer = []
    for node in report["nodes"]:
        del outer[node["depth"]:]
        if node["name"] not in outer:
            inclusive[node["name"]] += node["inclusive_us"]
        exclusive[node["name"]] += node["exclusive_us"]
        outer.append(node["name"])
    scale = 1e-3 / report["run"]["ranks"]
    return sorted(((name, exclusive[name] * scale, inclusive[name] * scale) for name in inclusive),
                  key=lambda row: -row[2])


def routine_table(report):
    total = report["run"]["duration_us"] * 1e-3
    lines = [f"{'routine':<36} {'exclusive ms':>12} {'inclusive ms':>12} {'%':>6}"]
    lines += [f"{name:<36} {exclusive:>12.1f} {inclusive:>12.1f} {100 * inclusive / total:>6.1f}"
              for name, exclusive, inclusive in routines(report)]
    return "\n".join(lines) + "\n"


def mpi_table(mpi_routines, report):
    """The routines of MPI by time: milliseconds averaged over the ranks, and their share of the run; the share of waiting, and
    of all."""
    total = report["run"]["duration_us"] * 1e-3
    rows = sorted(((routine["name"], routine["calls"], routine["time"] * 1e-3 / report["run"]["ranks"])
                   for routine in mpi_routines), key=lambda row: -row[2])
    lines = [f"{'routine':<36} {'calls':>12} {'ms':>12} {'%':>6}"]
    lines += [f"{name:<36} {calls:>12} {time:>12.1f} {100 * time / total:>6.1f}" for name, calls, time in rows]
    waiting = sum(time for name, _, time in rows if name.startswith(("MPI_Wait", "MPI_Test", "MPI_Probe")))
    return "\n".join(lines) + "\n", 100 * waiting / total, 100 * sum(row[2] for row in rows) / total
