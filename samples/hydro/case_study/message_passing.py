"""Time spent passing messages for each level of the mesh, step by step (the papers' figure 18)."""

import bisect
import statistics
from collections import defaultdict

from invocations import invocations


class Steps:
    """When the time steps of a rank began; what is done between two of them belongs to the first."""

    def __init__(self, proxima, run):
        self.starts = defaultdict(list)
        for call in invocations(proxima, run, "hydro::IntegratorPort::advance"):
            self.starts[call.rank].append(call.start)

    def of(self, call):
        """The number of the step, from 1; 0 is what happened before the first."""
        return bisect.bisect_right(self.starts[call.rank], call.start)


WINDOW = 25  # steps on either side whose median is drawn through the points


def write_levels(proxima, run, path):
    """A row for each rank, level and step: microseconds of communication in updates of ghost cells, and the median of
    the steps around; a blank line between ranks and levels."""
    steps = Steps(proxima, run)
    sums = defaultdict(float)
    for call in invocations(proxima, run, "hydro::MeshPort::update_ghosts"):
        sums[call.rank, int(call.parameters["level"]), steps.of(call)] += call.communication
    series = defaultdict(list)
    for (rank, level, step), time in sorted(sums.items()):
        if step > 0:
            series[rank, level].append((step, time))
    with open(path, "w", encoding="utf-8") as file:
        file.write("# rank  level  step  communication  median of the steps around (us)\n")
        for (rank, level), times in series.items():
            for at, (step, time) in enumerate(times):
                around = [one for _, one in times[max(0, at - WINDOW):at + WINDOW + 1]]
                file.write(f"{rank} {level} {step} {time:.3f} {statistics.median(around):.3f}\n")
            file.write("\n")
    return sorted({level for _, level, _ in sums})


def balance_steps(proxima, run):
    """After which steps the load was balanced."""
    steps = Steps(proxima, run)
    return sorted({steps.of(call) for call in invocations(proxima, run, "hydro::MeshPort::balance") if call.rank == 0} - {0})
