"""Runs nodes and masters as processes, with a network between them that a test controls."""
import concurrent.futures
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import programs
from programs import PROXIMA, wait_until


def run_four_at_once(module):
    """Runs the tests of the module, which mostly wait."""
    tests = [test for suite in unittest.defaultTestLoader.loadTestsFromModule(module) for test in suite]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(unittest.TextTestRunner(verbosity=2).run, tests))
    sys.exit(not all(result.wasSuccessful() for result in results))


class Running:
    """A process of proxima, whose messages are collected."""

    def __init__(self, *arguments, key, **more):
        self.messages = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [PROXIMA, *arguments], env=programs.environment(PROXIMA_NODE_KEY=key), stdout=subprocess.DEVNULL,
            stderr=self.messages, **more)

    def said(self):
        self.messages.seek(0)
        return self.messages.read()

    def find(self, pattern):
        return wait_until(lambda: re.search(pattern, self.said()), f"{pattern} in {self.said()}").group(1)

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(timeout=60)


class NodesTest(unittest.TestCase):
    where = {}  # the folder

    def setUp(self):
        self.folder = programs.fresh_folder(self.addCleanup, **self.where)
        self.key = self.path("node.key")
        self.proxima("nodes", "key", self.key)

    def path(self, name):
        return os.path.join(self.folder, name)

    def proxima(self, *arguments, status=0):
        done = programs.proxima(self.folder, *arguments, status=status, PROXIMA_NODE_KEY=self.key)
        return done.stderr if status else done.stdout

    def start(self, *arguments, key=None, **more):
        running = Running(*arguments, key=key or self.key, **more)
        self.addCleanup(running.messages.close)
        self.addCleanup(running.end, signal.SIGKILL)
        return running

    def master(self, run=None, *more, listen="127.0.0.1:0", **how):
        """Starts a master; returns it and its address."""
        output = ["-o", self.path(run)] if run else []
        running = self.start("nodes", "collect", *output, "--listen", listen, *more, **how)
        return running, running.find(r"listening on (\S+?)[,\n]")

    def node(self, address, name, *more, key=None, interval="50ms"):
        return self.start("nodes", "sample", "--to", address, "--name", name, "--interval", interval, *more, key=key)

    def view(self, run="run", *more):
        return json.loads(self.proxima("nodes", "show", self.path(run), "--json", *more))

    def stretches(self, run="run"):
        """Returns the stretches of each node by name; empty before the first sample."""
        done = subprocess.run([PROXIMA, "nodes", "show", self.path(run), "--json", "--metric", "none"],
                              capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            return {}
        return {node["name"]: node["stretches"] for node in json.loads(done.stdout)["nodes"]}

    def wait_for_samples(self, name, count, run="run"):
        return wait_until(lambda: sum(one["samples"] for one in self.stretches(run).get(name, [])) >= count,
                          f"there are {count} samples of {name}")


class Network(threading.Thread):
    """Passes datagrams on to a master and back. `treat` gets the number and bytes of a sample, and returns the list
    of datagrams to send now. The byte after magic and version marks samples. `loses` tells for each datagram, either
    way, whether it is lost."""

    def __init__(self, master, treat=lambda number, datagram: [datagram], loses=lambda: False):
        super().__init__(daemon=True)
        self.loses = loses
        host, port = master.rsplit(":", 1)
        self.master = (host, int(port))
        self.treat = treat
        self.front = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.front.bind(("127.0.0.1", 0))
        self.front.settimeout(0.05)
        self.back = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.back.settimeout(0)
        self.address = "127.0.0.1:%d" % self.front.getsockname()[1]
        self.samples, self.others = [], []
        self.node = None
        self.is_over = False
        self.start()

    def run(self):
        while not self.is_over:
            try:
                datagram, self.node = self.front.recvfrom(2048)
                is_lost = self.loses()
                if datagram[3] == 1 and datagram[12:20] != bytes(8):  # a sample for a known master
                    self.samples.append(datagram)
                    for one in [] if is_lost else self.treat(len(self.samples), datagram):
                        self.back.sendto(one, self.master)
                else:
                    self.others.append(datagram)
                    if not is_lost:
                        self.back.sendto(datagram, self.master)
            except TimeoutError:
                pass
            self.pass_back()
        self.front.close()
        self.back.close()

    def pass_back(self):
        time.sleep(0.002)  # so that immediate answers are passed on immediately
        try:
            while self.node:
                datagram = self.back.recv(2048)
                if not self.loses():
                    self.front.sendto(datagram, self.node)
        except BlockingIOError:
            pass

    def stop(self):
        self.is_over = True
        self.join()
