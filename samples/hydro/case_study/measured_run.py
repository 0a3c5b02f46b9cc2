"""A run directory: its records, and what the verbs of `proxima` say of it."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tool" / "python"))

import proxima  # noqa: E402


class MeasuredRun(proxima.Run):
    def __init__(self, tool, directory):
        super().__init__(directory)
        self.tool = tool

    def told(self, verb, *options):
        """Returns the output of a verb."""
        command = [self.tool, verb, self.path, *options]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise SystemExit(f"error: {' '.join(command)} failed: {answer.stderr.strip()}")
        return answer.stdout

    def report(self):
        return json.loads(self.told("report", "--json"))

    def fit(self, method):
        """One model of a method, for all its modes; None if there are too few sizes."""
        with tempfile.TemporaryDirectory() as folder:
            models = pathlib.Path(folder, "models.json")
            self.told("fit", "--method", method, "--metric", "time", "--no-split", "-o", str(models))
            fitted = json.loads(models.read_text(encoding="utf-8"))["models"] if models.exists() else []
        return fitted[0] if fitted else None


def formulas(model):
    return "T = " + rounded(model["mean"]) + " us, sigma = " + rounded(model.get("stddev", "0")) + " us"


def rounded(formula):
    """Formats a number with three digits."""
    return re.sub(r"\d+\.\d+(e[-+]?\d+)?|\d{4,}", lambda number: f"{float(number.group()):.3g}", formula).replace(" * ", " ").replace("abs(", "(")
