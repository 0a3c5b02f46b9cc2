"""Samples as a user runs them, and what `proxima` says of their runs."""

import json

import programs
from programs import PROXIMA


class SampleTest(programs.FreshTest):
    def run_in_folder(self, *command, status=0, **variables):
        """Returns the standard output of a command; its errors if it is to fail."""
        done = programs.run(self.folder, *command, status=status, **variables)
        return done.stderr if status else done.stdout

    def measure(self, *command):
        return self.run_in_folder(*command, PROXIMA="output=run")

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
        return programs.records(self.folder, "run", "--method", method)

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
