"""Samples as a user runs them, and what `proxima` says of their runs. The first argument of a test is `proxima`."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROXIMA, *ARGUMENTS = sys.argv[1:]


class SampleTest(unittest.TestCase):
    """Each test has a fresh folder."""

    def setUp(self):
        self.folder = self.fresh_folder()

    def fresh_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def run_in_folder(self, *command, proxima=None, status=0):
        """Its standard output; errors where it is to fail. `proxima` is the environment variable, unset where None."""
        environment = {name: value for name, value in os.environ.items() if name != "PROXIMA"}
        answer = subprocess.run([str(word) for word in command], cwd=self.folder, capture_output=True, text=True, check=False,
                                env={**environment, "PROXIMA": proxima} if proxima else environment)
        self.assertEqual(answer.returncode, status, answer.stderr)
        return answer.stderr if status else answer.stdout

    def measure(self, *command):
        return self.run_in_folder(*command, proxima="output=run")

    def assert_same_without_proxies(self, *command):
        """Bare, through proxies that are off, and measured. The output."""
        bare = self.run_in_folder(*command, "--bare")
        self.assertGreater(len(bare), 0)
        self.assertEqual(self.run_in_folder(*command), bare)
        self.assertEqual(list(self.folder.glob("proxima-run*")), [], "nothing is written unless configured")
        self.assertEqual(self.measure(*command), bare)
        return bare

    def records(self, method):
        """Every invocation of a method: column to text."""
        return list(csv.DictReader(self.run_in_folder(PROXIMA, "records", "run", "--method", method, "--csv").splitlines()))

    def assert_calls(self, expected):
        """Calls of every path, such as `a.f > b.g`; their times must add up."""
        nodes = json.loads(self.run_in_folder(PROXIMA, "report", "run", "--json"))["nodes"]
        path, calls = [], {}
        callees = {}
        for node in nodes:
            path[node["depth"]:] = [node["name"]]
            calls[" > ".join(path)] = node["calls"]
            caller = " > ".join(path[:-1])
            callees[caller] = callees.get(caller, 0) + node["inclusive_us"]
        self.assertEqual(calls, expected)
        for node in nodes:
            path[node["depth"]:] = [node["name"]]
            rest = node["inclusive_us"] - callees.get(" > ".join(path), 0)
            self.assertAlmostEqual(node["exclusive_us"], rest, delta=1e-6 * node["inclusive_us"] + 0.01)
            self.assertGreaterEqual(node["exclusive_us"], -0.01)


def main():
    unittest.main(module="__main__", argv=sys.argv[:1])
