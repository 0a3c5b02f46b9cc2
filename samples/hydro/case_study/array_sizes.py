"""Time of the components that work patch by patch against the size Q of their arrays (the papers' figures 6a and b, 14)."""

import statistics
from collections import defaultdict

LEAST = 10  # calls at one size, for a median that means something
MOST_DRAWN = 100  # calls at one size; more would hide each other


class CallsBySize:
    """Durations in microseconds by sweep (x: sequential, y: strided) and Q; and their ratio, where a strided call follows a
    sequential one of the same size, as on every patch."""

    def __init__(self, run, method):
        self.times = {"x": defaultdict(list), "y": defaultdict(list)}
        self.ratios = defaultdict(list)
        before = None
        for call in run.records(method):
            self.times[call.sweep][call.Q].append(call.duration_ns / 1e3)
            if call.sweep == "y" and before is not None and before[:3] == (call.rank, "x", call.Q) and before[3] > 0:
                self.ratios[call.Q].append(call.duration_ns / before[3])
            before = call.rank, call.sweep, call.Q, call.duration_ns

    def sizes(self):
        """Array sizes that both sweeps have met often enough."""
        return sorted(size for size, times in self.times["x"].items()
                      if min(len(times), len(self.times["y"].get(size, ()))) >= LEAST)

    def calls(self):
        return sum(len(times) for sweep in self.times.values() for times in sweep.values())

    def ratio_of_medians(self, size):
        return statistics.median(self.times["y"][size]) / statistics.median(self.times["x"][size])

    def write(self, path):
        """Four blocks: sequential calls, strided calls, ratios of calls that follow each other, medians."""
        with open(path, "w", encoding="utf-8") as file:
            for head, of in [("sequential (us)", self.times["x"]), ("strided (us)", self.times["y"]),
                             ("strided over sequential", self.ratios)]:
                file.write(f"# Q  {head}: {MOST_DRAWN} calls of each size at most, evenly chosen\n")
                for size in sorted(of):
                    step = -(-len(of[size]) // MOST_DRAWN)
                    file.writelines(f"{size} {value:.4f}\n" for value in of[size][::step])
                file.write("\n\n")
            file.write(f"# Q  sequential  strided (medians of {LEAST} calls or more, us)  their ratio\n")
            for size in self.sizes():
                medians = [statistics.median(self.times[sweep][size]) for sweep in "xy"]
                file.write(f"{size} {medians[0]:.4f} {medians[1]:.4f} {medians[1] / medians[0]:.4f}\n")
