"""Attributes a process that does nothing, and calibrates a link of known rate.

Usage: known_loads_test.py PROXIMA MODELS
Skips what the machine cannot do: no network namespaces, no disk without a cache.
"""

import contextlib
import json
import shutil
import socket
import subprocess
import time
import unittest

import programs
from programs import ARGUMENTS, PROXIMA, read_json
from running import NodesTest

(MODELS,) = ARGUMENTS
NAMESPACE = "proxima-attribute"
RATE = 100e6 / 8  # rate of the limited link, bytes a second


class KnownLoads(NodesTest):
    where = {"dir": "."}  # /tmp may be memory

    def calibrate(self, *more):
        made = subprocess.run([PROXIMA, "nodes", "calibrate", "-o", "here.json", "--megabytes", "64", "--scratch", ".", *more],
                              cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        if made.returncode != 0:
            self.skipTest(made.stderr.strip())

    def popen(self, *command):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process

    def test_a_sleeper_is_limited_by_nothing_that_is_measured(self):
        self.calibrate()
        load = self.popen("sleep", "60")
        master, address = self.master("run")
        self.proxima("nodes", "sample", "--to", address, "--interval", "100ms", "--for", "3s", "--pid", str(load.pid))
        master.end()
        attribute = ["attribute", self.folder / "run", "--platform", self.folder / "here.json"]
        fast = ["--at", "disk_rate=1e12", "--at", "disk_access=0", "--at", "net_rate=1e12"]
        answer = json.loads(self.proxima(*attribute, "--model", f"{MODELS}/database.json", "--json", *fast, "--node",
                                         socket.gethostname()[:3] + "*"))
        self.assertEqual(answer["limit"], "middleware")
        self.assertGreater(answer["unexplained"], 0.9)
        # What others read and send meanwhile does not count, and no platform is needed.
        self.assertEqual(json.loads(self.proxima("attribute", self.folder / "run", "--model", f"{MODELS}/mpi.json", "--json"))["limit"],
                         "idle")
        refusal = self.proxima(*attribute, "--model", f"{MODELS}/mpi.json", "--node", "rack7-*", status=1)
        self.assertIn(socket.gethostname(), refusal)

    def test_the_network_to_a_peer_is_calibrated(self):
        with limited_link(self) as (inside, address):
            self.popen(*inside, PROXIMA, "nodes", "calibrate", "--serve", "9998")
            time.sleep(1)
            self.calibrate("--peer", f"{address}:9998")
        quantities = {one["name"]: one["value"] for one in read_json(self.folder, "here.json")["quantities"]}
        self.assertLess(quantities["net_rate"], 1.2 * RATE)
        self.assertGreater(quantities["net_rate"], 0.6 * RATE)


@contextlib.contextmanager
def limited_link(test):
    """Sets up a network namespace behind a link of RATE; yields the command prefix to run in it, and its address."""
    def do(*command):
        if shutil.which(command[0]) is None:
            raise unittest.SkipTest(f"{command[0]} is not installed")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise unittest.SkipTest(f"no limited link: {done.stderr.strip()}")

    do("ip", "netns", "add", NAMESPACE)
    test.addCleanup(subprocess.run, ["ip", "netns", "del", NAMESPACE], check=False)
    do("ip", "link", "add", "pxattr0", "type", "veth", "peer", "name", "eth0", "netns", NAMESPACE)
    do("ip", "address", "add", "10.213.0.1/30", "dev", "pxattr0")
    do("ip", "link", "set", "pxattr0", "up")
    do("ip", "-n", NAMESPACE, "address", "add", "10.213.0.2/30", "dev", "eth0")
    do("ip", "-n", NAMESPACE, "link", "set", "eth0", "up")
    do("tc", "qdisc", "add", "dev", "pxattr0", "root", "tbf", "rate", f"{RATE * 8:.0f}bit", "burst", "32kb", "latency", "200ms")
    yield ["ip", "netns", "exec", NAMESPACE], "10.213.0.2"


programs.main()
