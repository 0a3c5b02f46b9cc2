"""Message passing for each level of the mesh, step by step, and the load of the ranks (the papers' figure 18)."""

import bisect
import statistics
from collections import defaultdict


class Steps:
    """Start times of the time steps of a rank. Work between two steps belongs to the first."""

    def __init__(self, run):
        self.starts = defaultdict(list)
        for call in run.records("hydro::IntegratorPort::advance"):
            self.starts[call.rank].append(call.start_ns)

    def of(self, call):
        """The number of the step, from 1; 0 is what happened before the first."""
        return bisect.bisect_right(self.starts[call.rank], call.start_ns)


WINDOW = 25  # steps on either side whose fastest tenth is drawn through the points


def fastest_tenth(times):
    """The tenth percentile: the time of steps in which no rank kept the others waiting."""
    return statistics.quantiles(times, n=10)[0] if len(times) > 1 else times[0]


def write_levels(run, steps, path):
    """A row for each rank, level and step: bytes sent in updates of ghost cells, microseconds of communication, and the
    fastest tenth of the steps around; a blank line between ranks and levels. The levels."""
    times, sent = defaultdict(float), defaultdict(int)
    for call in run.records("hydro::MeshPort::update_ghosts"):
        if "integrator.advance" not in call.callpath:
            continue  # statistics at the beginning and at the end
        key = call.rank, call.level, steps.of(call)
        times[key] += call.communication_ns / 1e3
        sent[key] += call.sent
    series = defaultdict(list)
    for rank, level, step in sorted(times):
        series[rank, level].append(step)
    with open(path, "w", encoding="utf-8") as file:
        file.write("# rank  level  step  bytes sent  communication  fastest tenth of the steps around (us)\n")
        for (rank, level), numbers in series.items():
            for at, step in enumerate(numbers):
                around = [times[rank, level, one] for one in numbers[max(0, at - WINDOW):at + WINDOW + 1]]
                file.write(f"{rank} {level} {step} {sent[rank, level, step]} {times[rank, level, step]:.3f} "
                           f"{fastest_tenth(around):.3f}\n")
            file.write("\n\n")
    return sorted({level for _, level, _ in times})


def write_load(run, steps, path):
    """A row for each step: the elements that each rank worked on, as a part of their mean. The largest part."""
    work = defaultdict(lambda: defaultdict(int))
    for call in run.records("hydro::InviscidFluxPort::evaluate"):
        work[steps.of(call)][call.rank] += call.Q
    ranks = sorted({rank for of_ranks in work.values() for rank in of_ranks})
    worst = 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("# step  load of each rank, 1 being the mean\n")
        for step in sorted(work):
            mean = sum(work[step].values()) / len(ranks)
            parts = [work[step][rank] / mean for rank in ranks]
            worst = max(worst, *parts)
            file.write(f"{step} " + " ".join(f"{part:.5f}" for part in parts) + "\n")
    return worst


def balance_steps(run, steps):
    """Numbers of the steps after which the load was balanced."""
    return sorted({steps.of(call) for call in run.records("hydro::MeshPort::balance") if call.rank == 0} - {0})
