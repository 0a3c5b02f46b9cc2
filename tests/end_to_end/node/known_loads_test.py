"""Attributes a process that does nothing, and calibrates a link of known rate.

Usage: known_loads_test.py PROXIMA MODELS
Skips what the machine cannot do: no network namespaces, no disk without a cache.
"""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
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

    def attribute(self, model, *more):
        """Returns the answer, which may be a refusal."""
        done = subprocess.run([PROXIMA, "attribute", self.path("run"), "--model", f"{MODELS}/{model}", "--json", *more],
                              capture_output=True, text=True, timeout=120, check=False)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return json.loads(done.stdout)

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
        # Reading and sending by others does not count, and no platform is needed.
        self.assertEqual(self.attribute("mpi.json")["limit"], "idle")
        refusal = self.proxima(*attribute, "--model", f"{MODELS}/mpi.json", "--node", "rack7-*", status=1)
        self.assertIn(socket.gethostname(), refusal)

    def test_a_group_at_its_limit_is_throttled(self):
        """Also where the kernel's own count of the time is too small, and others want the processor as well."""
        group = limited_group(self, 0.05)
        load = self.popen("sh", "-c", f"echo $$ > {group}/cgroup.procs; while :; do :; done")
        master, address = self.master("run")
        self.proxima("nodes", "sample", "--to", address, "--interval", "100ms", "--for", "3s", "--pid", str(load.pid))
        master.end()
        answer = self.attribute("mpi.json")
        self.assertEqual(answer["limit"], "throttled by its own limit")
        self.assertLess(answer["shares"]["CPU"]["value"], 0.1)

    def test_bytes_of_processes_that_nobody_has_seen_are_not_zero(self):
        group = limited_group(self, 1)
        (self.folder / "read").write_bytes(os.urandom(1 << 20))
        short = f"echo $$ > {group}/cgroup.procs; exec dd if={self.folder}/read of=/dev/null bs=1M iflag=direct status=none"
        log = self.folder / "log"
        self.popen("sh", "-c", f"while :; do sh -c '{short}'; echo >> {log}; done")
        programs.wait_until(log.exists, "something has been read")
        before = log.stat().st_size
        master, address = self.master("run")
        self.proxima("nodes", "sample", "--to", address, "--interval", "100ms", "--for", "4s", "--cgroup", group)
        least = (log.stat().st_size - before) << 19  # half of what was read meanwhile
        master.end()
        constants = ["--at", "disk_rate=1e9", "--at", "disk_access=1e-4", "--at", "clock=3e9"]
        node = self.attribute("database.json", *constants)["nodes"][0]
        series = self.view()["nodes"][0]["series"]
        self.assertTrue("process_read" in node["not_sampled"] or series["process_read"]["total"] > least, node)

    def test_datagrams_are_not_taken_for_nothing(self):
        """The kernel does not count them by process."""
        with limited_link(self) as (_, address):
            load = self.popen(sys.executable, "-c", "import socket\none = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                              f"while True: one.sendto(bytes(1400), ('{address}', 9))")
            master, master_address = self.master("run")
            self.proxima("nodes", "sample", "--to", master_address, "--interval", "100ms", "--for", "3s", "--pid", str(load.pid))
            master.end()
        for more in ([], ["--at", f"net_rate={RATE}"]):
            answer = self.attribute("mpi.json", *more)
            self.assertNotEqual(answer["limit"], "idle")
            if answer["limit"] is None:  # not CPU
                self.assertIn("UDP", answer["not_attributable"])

    def test_the_network_to_a_peer_is_calibrated(self):
        with limited_link(self) as (inside, address):
            self.popen(*inside, PROXIMA, "nodes", "calibrate", "--serve", "9998")
            time.sleep(1)
            self.calibrate("--peer", f"{address}:9998")
        quantities = {one["name"]: one["value"] for one in read_json(self.folder, "here.json")["quantities"]}
        self.assertLess(quantities["net_rate"], 1.2 * RATE)
        self.assertGreater(quantities["net_rate"], 0.6 * RATE)


def limited_group(test, processors):
    """Returns the directory of a new control group that may use so many processors."""
    for root, quota in [("/sys/fs/cgroup", "cpu.max"), ("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us")]:
        group = pathlib.Path(root, "proxima-attribute")
        try:
            pathlib.Path(root, "cgroup.procs").read_text()
            group.mkdir(exist_ok=True)
            (group / quota).write_text(f"{processors * 100000:.0f}")
            test.addCleanup(programs.wait_until, lambda: has_left(group), f"{group} is empty")
            return group
        except OSError:
            continue
    raise unittest.SkipTest("no control group with a limit may be made here")


def has_left(group):
    try:
        group.rmdir()
    except OSError:  # processes are ending
        return False
    return True


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
