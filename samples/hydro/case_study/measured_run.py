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
        """What a verb writes."""
        command = [self.tool, verb, self.path, *options]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            raise SystemExit(f"error: {' '.join(command)} failed: {answer.stderr.strip()}")
        return answer.stdout

    def report(self):
        return json.loads(self.told("report", "--json"))

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
