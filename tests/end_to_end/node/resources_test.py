"""Checks that proxima report --resources tells components of known kind apart.

Usage: resources_test.py PROXIMA LOADS
Where files cannot be read past the cache, it is skipped, and said. A component may be refused, as on a busy machine; what
is said of the others must be true within its interval.
"""

import json
import os
import subprocess
import sys
import time

import programs
from programs import ARGUMENTS
from running import NodesTest

(LOADS,) = ARGUMENTS
SECONDS = 8


class Resources(NodesTest):
    where = {"dir": "."}  # /tmp may be memory

    def report(self, *arguments, status=0):
        return self.proxima("report", self.path("run"), "--resources", self.path("nodes"), *arguments, status=status)

    def measure(self):
        """Runs LOADS, sampled every 50 ms."""
        data = self.folder / "data"
        data.write_bytes(os.urandom(1 << 20) * 64)
        os.sync()
        master, address = self.master("nodes")
        environment = programs.environment(PROXIMA=f"output={self.path('run')}")
        with subprocess.Popen([LOADS, data, str(SECONDS)], env=environment, text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as load:
            if load.stdout.readline() != "ready\n":
                self.skipTest("no reads past the cache here: " + load.communicate()[1])
            self.node(address, "here", "--pid", str(load.pid))
            time.sleep(1)
            load.communicate("\n", timeout=120)
            self.assertEqual(load.returncode, 0)
            time.sleep(0.3)
        master.end()

    def test_tells_loads_apart(self):
        self.measure()
        text = self.report("--flat")
        print(text, file=sys.stderr)
        self.assertRegex(text, "excl +cpu +disk +net +taken +rest")
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()))
        resources = json.loads(self.report("--json"))["resources"]
        self.assertEqual(resources["nodes"], ["here"])
        self.assertGreater(resources["intervals"], 40)
        self.assertGreater(resources["covered_share"], 0.9)
        methods = {method["name"].split(".")[0]: method for method in resources["methods"]}
        refused = {name: method["unknown"] for name, method in methods.items() if "unknown" in method}
        print("refused:", refused or "none", file=sys.stderr)
        self.assertEqual("Not attributable" in text, "parts take more than the time" in refused.values(), text)
        self.assertEqual("Not known" in text, "too short for the samples" in refused.values(), text)
        for name in refused:
            for kind in ("processor", "disk", "network", "taken_away", "rest"):
                self.assertIsNone(methods[name][kind])
        named = {name: method for name, method in methods.items() if name not in refused}
        for method in named.values():
            for kind in ("processor", "disk", "taken_away"):
                one = method[kind]
                self.assertTrue(one["low"] <= one["share"] <= one["high"], one)

        # On a busy machine processors are taken from all three; each share is told with its interval.
        truths = {"computer": ("processor", "taken_away"), "reader": ("processor", "taken_away", "disk"), "sleeper": ()}
        for name in truths.keys() & named.keys():
            method = named[name]
            kinds = ("processor", "taken_away", "disk")
            room = 0.15 + max(method[kind]["high"] - method[kind]["share"] for kind in kinds)
            for kind in kinds:
                if kind not in truths[name]:
                    self.assertLess(method[kind]["share"], room, (name, kind))
            if truths[name]:
                self.assertGreater(sum(method[kind]["share"] for kind in truths[name]), 1 - room, name)
            else:
                self.assertGreater(method["rest"]["share"], 1 - room, name)
        self.assertIsNone(methods["sleeper"]["network"])

        self.assertIn("has no node `other`; it has here", self.report("--node", "other", status=1))
        if not truths.keys() & named.keys():
            self.skipTest(f"the machine was too busy to tell anything: {refused}")


programs.main()
