"""A run directory, as the verbs of `proxima` show it."""

import csv
import json
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass

NO_PARAMETERS = {"start_ns", "duration_ns", "communication_ns", "rank", "thread", "instance", "port", "method", "callpath"}


@dataclass(frozen=True)
class Invocation:
    rank: int
    start: float  # seconds from the start of the run
    duration: float  # microseconds
    communication: float  # microseconds
    path: str  # of its callers, from the outermost on
    parameters: dict  # by name, as text


class MeasuredRun:
    def __init__(self, proxima, directory):
        self.proxima = proxima
        self.directory = directory

    def invocations(self, method):
        """Yields those of one method, rank by rank, in the order in which they ended."""
        command = [self.proxima, "records", self.directory, "--method", method, "--csv"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for row in csv.DictReader(process.stdout):
                yield Invocation(int(row["rank"]), int(row["start_ns"]) / 1e9, int(row["duration_ns"]) / 1e3,
                                 int(row["communication_ns"]) / 1e3, row["callpath"],
                                 {name: value for name, value in row.items() if name not in NO_PARAMETERS})
        if process.returncode != 0:
            raise SystemExit(f"error: {' '.join(command)} failed")

    def told(self, verb, *options):
        """What a verb writes."""
        command = [self.proxima, verb, self.directory, *options]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise SystemExit(f"error: {' '.join(command)} failed: {answer.stderr.strip()}")
        return answer.stdout

    def report(self):
        return json.loads(self.told("report", "--json"))

    def mpi_routines(self):
        return json.loads(pathlib.Path(self.directory, "mpi.json").read_text(encoding="utf-8"))["routines"]

    def fit(self, method, picture):
        """Fits one model to a method, for all its modes, and draws it. The formulas, or why there are none."""
        with tempfile.TemporaryDirectory() as folder:
            models = pathlib.Path(folder, "models.json")
            pictures = pathlib.Path(folder, "pictures")
            self.told("fit", "--method", method, "--metric", "time", "--no-split", "-o", str(models),
                      "--plot", str(pictures), "--plot-format", "png")
            fitted = json.loads(models.read_text(encoding="utf-8"))["models"] if models.exists() else []
            if not fitted:
                return "too few sizes for a model"
            picture.write_bytes(next(pictures.glob("*.png")).read_bytes())
        return "T = " + rounded(fitted[0]["mean"]) + " us, sigma = " + rounded(fitted[0].get("stddev", "0")) + " us"


def rounded(formula):
    """With three digits."""
    return re.sub(r"\d+\.\d+(e[-+]?\d+)?|\d{4,}", lambda number: f"{float(number.group()):.3g}", formula).replace(" * ", " ").replace("abs(", "(")
