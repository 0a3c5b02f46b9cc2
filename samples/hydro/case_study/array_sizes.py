"""Time of the components that work patch by patch against the size Q of their arrays (the papers' figures 14 to 17)."""

import statistics
from collections import defaultdict

from invocations import invocations

LEAST = 10  # calls at one size, for a mean that means something


class TimesBySize:
    """Durations in microseconds, by sweep (x: sequential, y: strided) and Q."""

    def __init__(self, proxima, run, method):
        self.of = {"x": defaultdict(list), "y": defaultdict(list)}
        for call in invocations(proxima, run, method):
            self.of[call.parameters["sweep"]][int(call.parameters["Q"])].append(call.duration)

    def sizes(self):
        """Those that both sweeps have met often enough."""
        return sorted(size for size, times in self.of["x"].items()
                      if min(len(times), len(self.of["y"].get(size, ()))) >= LEAST)

    def calls(self):
        return sum(len(times) for sweep in self.of.values() for times in sweep.values())

    def write_modes(self, path):
        """A row for each Q: both modes, and their ratio."""
        with open(path, "w", encoding="utf-8") as file:
            file.write("# Q  calls  sequential: median mean stddev  strided: median mean stddev (us)  ratio of medians\n")
            for size in self.sizes():
                modes = [self.of[sweep][size] for sweep in "xy"]
                medians = [statistics.median(times) for times in modes]
                numbers = [number for median, times in zip(medians, modes)
                           for number in (median, statistics.fmean(times), statistics.stdev(times))]
                file.write(f"{size} {sum(map(len, modes))} " + " ".join(f"{number:.4f}" for number in numbers) +
                           f" {medians[1] / medians[0]:.4f}\n")

    def write_mean(self, path):
        """A row for each Q: mean and deviation over both modes, as the papers model them."""
        with open(path, "w", encoding="utf-8") as file:
            file.write("# Q  calls  mean  stddev (us)\n")
            for size in self.sizes():
                times = self.of["x"][size] + self.of["y"][size]
                file.write(f"{size} {len(times)} {statistics.fmean(times):.4f} {statistics.stdev(times):.4f}\n")

    def ratio_of_medians(self, size):
        return statistics.median(self.of["y"][size]) / statistics.median(self.of["x"][size])
