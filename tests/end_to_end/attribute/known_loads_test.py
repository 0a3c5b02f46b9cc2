"""Loads of known kind, sampled from beside: proxima attribute names what limits them.

Usage: known_loads_test.py PROXIMA MODELS
Skips what the machine cannot do: no stress-ng, no fio, no network namespaces, no disk without a cache.
"""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROXIMA, MODELS = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
SECONDS = 3
NAMESPACE = "proxima-attribute"
RATE = 100e6 / 8  # of the limited link, bytes a second


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def need(program):
    if shutil.which(program) is None:
        raise unittest.SkipTest(f"{program} is not installed")


@contextlib.contextmanager
def running(command, **options):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)


class KnownLoads(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=".")  # /tmp may be memory
        self.addCleanup(folder.cleanup)
        self.directory = pathlib.Path(folder.name).resolve()
        self.platform = self.directory / "here.json"

    def calibrate(self, *more):
        made = subprocess.run([PROXIMA, "node", "calibrate", "-o", self.platform, "--megabytes", "64", "--scratch",
                               self.directory, *more], capture_output=True, text=True, timeout=120, check=False)
        if made.returncode != 0:
            raise unittest.SkipTest(made.stderr.strip())

    def sample(self, pid):
        """A run of SECONDS in which `pid` was watched."""
        key, run, port = self.directory / "key", self.directory / "run", free_port()
        subprocess.run([PROXIMA, "node", "key", key], check=True, capture_output=True)
        with running([PROXIMA, "node", "master", "-o", run, "--listen", f"127.0.0.1:{port}", "--key", key]):
            time.sleep(0.5)
            watched = ["--pid", str(pid)] if pid else []
            subprocess.run([PROXIMA, "node", "--to", f"127.0.0.1:{port}", "--interval", "100ms", "--for", f"{SECONDS}s",
                            "--key", key, *watched], check=True, capture_output=True, timeout=60)
        return run

    def attribute(self, run, model, *arguments):
        done = subprocess.run([PROXIMA, "attribute", run, "--model", MODELS / model, "--platform", self.platform, "--json",
                               *arguments], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        print(answer["limit"], "|", answer["evidence"], file=sys.stderr)
        return answer, {kind: share["value"] for kind, share in answer["shares"].items()}

    def test_computation_is_limited_by_the_processor(self):
        need("stress-ng")
        self.calibrate()
        with running(["stress-ng", "--cpu", "1", "--timeout", "60s"]) as load:
            time.sleep(1)
            answer, shares = self.attribute(self.sample(load.pid), "mpi.json", "--at", "ranks=1")
        # where others use the processors, too, it waits for one
        self.assertIn(answer["limit"], ("CPU", "waiting for the processor", None))
        self.assertGreater(shares["CPU"] + shares["waiting for the processor"], 0.85)
        self.assertLess(abs(answer["unexplained"]), 0.15)

    def test_reads_are_limited_by_the_disk(self):
        need("fio")
        self.calibrate()
        job = ["fio", "--name=load", f"--directory={self.directory}", "--rw=randread", "--bs=4m", "--size=64m", "--direct=1",
               "--ioengine=psync", "--time_based", "--runtime=60"]
        with running(job) as load:
            time.sleep(2)  # it writes its file first
            run = self.sample(load.pid)
        answer, shares = self.attribute(run, "mpi.json", "--at", "ranks=1")
        # where others use the processors, too, it waits for one after each read
        self.assertIn(answer["limit"], ("disk", "waiting for the processor", None))
        self.assertGreater(shares["disk"], 3 * shares["CPU"])
        self.assertGreater(shares["disk"] + shares["waiting for the processor"], 0.6)

    def test_a_sleeper_is_limited_by_nothing_that_is_measured(self):
        self.calibrate()
        with running(["sleep", "60"]) as load:
            run = self.sample(load.pid)
        fast = ["--at", "disk_rate=1e12", "--at", "disk_access=0", "--at", "net_rate=1e12"]
        answer, _ = self.attribute(run, "database.json", *fast, "--node", socket.gethostname()[:3] + "*")
        self.assertEqual(answer["limit"], "middleware")
        self.assertGreater(answer["unexplained"], 0.9)
        nobody = subprocess.run([PROXIMA, "attribute", run, "--model", MODELS / "mpi.json", "--node", "rack7-*"],
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(nobody.returncode, 1)
        self.assertIn(socket.gethostname(), nobody.stderr)

    def test_a_sender_is_limited_by_the_network(self):
        self.calibrate()
        with limited_link(self) as (inside, address):
            with running([*inside, sys.executable, "-c", SINK]):
                time.sleep(1)
                with running([sys.executable, "-c", SENDER, address]) as load:
                    time.sleep(1)
                    run = self.sample(load.pid)
        answer, shares = self.attribute(run, "mpi.json", "--at", f"net_rate={RATE}", "--at", "net_latency=0", "--at",
                                        "ranks=1")
        self.assertEqual(answer["limit"], "network")
        self.assertGreater(shares["network"], 0.8)


    def test_the_network_to_a_peer_is_calibrated(self):
        with limited_link(self) as (inside, address):
            with running([*inside, PROXIMA, "node", "calibrate", "--serve", "9998"]):
                time.sleep(1)
                self.calibrate("--peer", f"{address}:9998")
        quantities = {one["name"]: one["value"] for one in json.loads(self.platform.read_text())["quantities"]}
        self.assertLess(quantities["net_rate"], 1.2 * RATE)
        self.assertGreater(quantities["net_rate"], 0.6 * RATE)


SINK = """
import socket
server = socket.create_server(("", 9999))
peer, _ = server.accept()
while peer.recv(65536): pass
"""
SENDER = """
import socket, sys
peer = socket.create_connection((sys.argv[1], 9999))
while True: peer.sendall(bytes(65536))
"""


@contextlib.contextmanager
def limited_link(test):
    """A network namespace behind a link of RATE; how to run something in it, and its address."""
    need("ip")
    need("tc")

    def do(*command):
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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
