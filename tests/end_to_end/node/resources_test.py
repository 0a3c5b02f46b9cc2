"""Checks that proxima report --resources tells components of known kind apart.

Usage: resources_test.py PROXIMA LOADS
Where files cannot be read past the cache, it is skipped, and said. Other load on the machine takes processors away and
waits for disks, too: a component may be refused then; what is said of the others must be true.
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
        refused = [name for name, method in methods.items() if method["processor"] is None]
        self.assertEqual("Not attributable" in text, bool(refused), text)

        def claim(compare, first, second, more=0):
            """Each is a component's name and kinds of resources, or a number; a refused one is no claim."""
            sums = [side if isinstance(side, float) else share(*side) for side in (first, second)]
            if None not in sums:
                compare(sums[0], sums[1] + more)

        def share(name, *kinds):
            return None if name in refused else sum(methods[name][kind]["share"] for kind in kinds)

        busy = ("computer", "processor", "taken_away")
        claim(self.assertGreater, busy, 0.75)
        claim(self.assertGreater, ("reader", "disk"), ("computer", "disk"), 0.25)
        claim(self.assertGreater, ("reader", "disk"), ("sleeper", "disk"), 0.25)
        claim(self.assertLess, ("reader", "processor"), busy, -0.25)
        claim(self.assertLess, ("sleeper", "processor", "taken_away"), 0.2)
        claim(self.assertGreater, ("sleeper", "rest"), ("reader", "rest"), 0.25)
        self.assertIsNone(methods["sleeper"]["network"])
        for name in methods.keys() - set(refused):
            for kind in ("processor", "disk", "taken_away"):
                method = methods[name][kind]
                self.assertLessEqual(method["low"], method["share"])
                self.assertLessEqual(method["share"], method["high"])

        self.assertIn("has no node `other`; it has here", self.report("--node", "other", status=1))


programs.main()
