"""Components of known kind with a sampler beside them: proxima report --resources tells them apart.

Usage: resources_test.py PROXIMA LOADS
Where files cannot be read past the cache, it is skipped, and said. Other load on the machine takes processors away and
waits for disks, too; what is asserted leaves room for that.
"""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

PROXIMA, LOADS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECONDS = 8


def first_match(file, pattern, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := re.search(pattern, file.read_text()):
            return found.group(1)
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {pattern} in {file.read_text()}")


class Resources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=".")  # /tmp may be memory
        self.addCleanup(folder.cleanup)
        self.directory = pathlib.Path(folder.name).resolve()
        self.run_directory = self.directory / "run"
        self.nodes = self.directory / "nodes"

    @contextlib.contextmanager
    def running(self, command, **options):
        with subprocess.Popen([str(word) for word in command], **options) as process:
            try:
                yield
            finally:
                process.terminate()

    def report(self, *arguments):
        return subprocess.run([PROXIMA, "report", self.run_directory, *arguments], capture_output=True, text=True, timeout=60,
                              check=False)

    def measure(self):
        """A run of LOADS, sampled every 50 ms."""
        data = self.directory / "data"
        data.write_bytes(os.urandom(1 << 20) * 64)
        os.sync()
        key, said = self.directory / "key", self.directory / "said"
        subprocess.run([PROXIMA, "node", "key", key], check=True, capture_output=True)
        environment = {**os.environ, "PROXIMA": f"output={self.run_directory}", "PROXIMA_NODE_KEY": str(key)}
        master = [PROXIMA, "node", "master", "-o", self.nodes, "--listen", "127.0.0.1:0"]
        with said.open("w") as log, self.running(master, env=environment, stdout=log, stderr=log):
            address = first_match(said, r"listening on (\S+?)[,\n]")
            with subprocess.Popen([LOADS, str(data), str(SECONDS)], env=environment, text=True, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as load:
                if load.stdout.readline() != "ready\n":
                    self.skipTest("no reads past the cache here: " + load.communicate()[1])
                node = [PROXIMA, "node", "--to", address, "--name", "here", "--interval", "50ms", "--pid", load.pid]
                with self.running(node, env=environment, stderr=subprocess.DEVNULL):
                    time.sleep(1)
                    load.communicate("\n", timeout=120)
                    self.assertEqual(load.returncode, 0)
                    time.sleep(0.3)

    def test_tells_loads_apart(self):
        self.measure()
        text = self.report("--flat", "--resources", self.nodes)
        self.assertEqual(text.returncode, 0, text.stderr)
        print(text.stdout, file=sys.stderr)
        self.assertRegex(text.stdout, "excl +cpu +disk +net +taken +rest")
        self.assertTrue(all(len(line) <= 80 for line in text.stdout.splitlines()))
        answer = self.report("--json", "--resources", self.nodes)
        resources = json.loads(answer.stdout)["resources"]
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

        nobody = self.report("--resources", self.nodes, "--node", "nobody")
        self.assertEqual(nobody.returncode, 1)
        self.assertIn("has no node `nobody`; it has here", nobody.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
