"""Checks that proxima report --resources tells components of known kind apart.

Usage: resources_test.py PROXIMA LOADS
Where files cannot be read past the cache, it is skipped, and said. Other load on the machine takes processors away and
waits for disks, too; what is asserted leaves room for that.
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

        def share(name, *kinds):
            return sum(methods[name][kind]["share"] for kind in kinds)

        self.assertGreater(share("computer", "processor", "taken_away"), 0.75)
        self.assertGreater(share("reader", "disk"), share("computer", "disk") + 0.25)
        self.assertGreater(share("reader", "disk"), share("sleeper", "disk") + 0.25)
        self.assertLess(share("reader", "processor"), share("computer", "processor", "taken_away") - 0.25)
        self.assertLess(share("sleeper", "processor", "taken_away"), 0.2)
        self.assertGreater(share("sleeper", "rest"), share("reader", "rest") + 0.25)
        self.assertIsNone(methods["sleeper"]["network"])
        for method in methods.values():
            for kind in ("processor", "disk", "taken_away"):
                self.assertLessEqual(method[kind]["low"], method[kind]["share"])
                self.assertLessEqual(method[kind]["share"], method[kind]["high"])

        self.assertIn("has no node `other`; it has here", self.report("--node", "other", status=1))


programs.main()
