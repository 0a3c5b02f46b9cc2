"""A running assembly seen from outside: proxima top compares calls with what models expect, and decisions survive a kill.

Usage: assembly_test.py PROXIMA PARTICLES_FOLDER COMPONENTS
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

PROXIMA, SCRIPTS, COMPONENTS = map(os.path.abspath, sys.argv[1:4])
EXPECTED_US = 2.0  # far less than sorting takes
KNOWLEDGE = """
instantiate PerformanceKnowledge knowledge
instantiate PerformanceMonitor monitor
parameters knowledge parameters models models.json
connect monitor knowledge knowledge knowledge
parameters monitor parameters interval 0.1
parameters monitor parameters serve unix:monitor.socket"""
ENDLESS = "\nparameters tube parameters steps 100000000\ngo tube"


class Assembly(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, script, added=""):
        text = pathlib.Path(SCRIPTS, script).read_text()
        (self.folder / "script.rc").write_text(text.replace("\ngo tube", added + ENDLESS))
        run = subprocess.Popen([PROXIMA, "run", "script.rc", "--path", COMPONENTS, "--measure", "all", "-o", "run"],
                               cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def proxima(self, *arguments):
        return subprocess.run([PROXIMA, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              env={**os.environ, "COLUMNS": "120"}, check=False)

    def wait_until(self, condition, run):
        while not (found := condition()):  # until ctest ends it
            self.assertIsNone(run.poll(), run.poll() is not None and run.stderr.read())
            time.sleep(0.1)
        return found

    def sort_with_expectation(self):
        top = self.proxima("top", "unix:monitor.socket", "--json")
        rows = json.loads(top.stdout)["methods"] if top.returncode == 0 else []
        return [one for one in rows if one["name"].endswith("sorter.sort") and "of_expected" in one]

    def test_top_shows_multiples_of_what_models_expect(self):
        model = {"component": "sorter", "implementation": "StandardSort", "method": "sort", "mean": str(EXPECTED_US)}
        (self.folder / "models.json").write_text(json.dumps({"format": 1, "models": [model]}))
        run = self.start("particles.rc", KNOWLEDGE)
        (row,) = self.wait_until(self.sort_with_expectation, run)
        # Of the last window here, of the whole run there.
        self.assertGreater(row["of_expected"], 0.1 * row["mean_us"] / EXPECTED_US)
        self.assertLess(row["of_expected"], 10 * row["mean_us"] / EXPECTED_US)
        self.assertIn("expected", self.proxima("top", "unix:monitor.socket").stdout.splitlines()[1])

    def test_decisions_survive_a_kill(self):
        run = self.start("optimized.rc")
        self.wait_until((self.folder / "run/decisions.json").exists, run)
        run.kill()
        run.wait()
        self.assertEqual(self.proxima("recover", "run").returncode, 0)
        report = self.proxima("report", "run")
        self.assertEqual(report.returncode, 0, report.stderr)
        self.assertIn("sorter began as StandardSort", report.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
