#!/usr/bin/env python3
"""Tests nodes and masters with lost, late and forged datagrams, and with kills.

    node_test.py PROXIMA
"""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest
import urllib.request

import running
from programs import free_port, wait_until
from running import Network, NodesTest


class Samples(NodesTest):
    def test_two_nodes_come_in_one_view(self):
        _, address = self.master("run")
        for name in ["a", "b"]:
            self.node(address, name)
        for name in ["a", "b"]:
            self.wait_for_samples(name, 30)
        view = self.view()
        self.assertFalse(view["ended"])
        for node in view["nodes"]:
            clock = node["stretches"][0]["clock"]
            self.assertEqual(node["stretches"][0]["lost"], 0)
            self.assertGreater(clock["round_trip_s"], 0)
            self.assertLess(clock["bound_s"], 0.05)
            self.assertEqual(set(node["series"]) & {"cpu_user", "context_switches", "own_cpu"},
                             {"cpu_user", "context_switches", "own_cpu"})
        text = self.proxima("nodes", "show", self.path("run"), "--width", "80")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.proxima("nodes", "show", self.path("run"), "--svg", self.path("nodes.svg"))
        with open(self.path("nodes.svg")) as file:
            self.assertIn("<svg", file.read())

    def test_a_process_has_its_times(self):
        _, address = self.master("run")
        program = "import time\nwhile time.process_time() < 0.5: pass\ntime.sleep(0.3)"
        busy = subprocess.Popen([sys.executable, "-c", program])
        node = self.node(address, "a", "--pid", str(busy.pid))
        _, busy.returncode, usage = os.wait4(busy.pid, 0)
        wait_until(lambda: node.process.poll() is not None, "a node ends with what it watches")
        series = self.view()["nodes"][0]["series"]
        seen = sum(series["process_" + which]["total"] for which in ["user", "system"])
        self.assertGreater(seen, 0.3)
        self.assertLess(seen, usage.ru_utime + usage.ru_stime + 0.05)

    def test_follow_settings_that_change(self):
        _, address = self.master("run")
        self.node(address, "a", interval="1s")
        self.node(address, "b", interval="1s")
        for name in ["a", "b"]:
            self.wait_for_samples(name, 1)
        self.assertIn("1 node", self.proxima("nodes", "set", address, "--interval", "20ms", "--metrics", "cpu",
                                             "--node", "a*"))
        wait_until(lambda: self.stretches()["a"][0]["interval_s"] == 0.02, "the interval has changed")
        self.assertEqual(self.stretches()["b"][0]["interval_s"], 1)
        self.assertIn("error", self.proxima("nodes", "set", address, "--interval", "1s", "--node", "c", status=1))
        self.assertIn("2 nodes", self.proxima("nodes", "set", address, "--interval", "500ms"))
        wait_until(lambda: self.stretches()["b"][0]["interval_s"] == 0.5, "the interval has changed")
        self.assertIn("2 nodes", self.proxima("nodes", "set", address, "--metrics", "cpu,memory"))
        self.node(address, "c", interval="1s")
        self.wait_for_samples("c", 1)
        wait_until(lambda: self.stretches()["c"][0]["interval_s"] == 0.5, "both changes hold for later nodes")


class Masters(NodesTest):
    def test_killed_at_any_instant_leave_a_log(self):
        port = None
        for i in range(4):
            master, address = self.master("run", listen=port or "127.0.0.1:0")
            port = address
            if i == 0:
                self.node(address, "a", interval="10ms")
            before = sum(one["samples"] for one in self.stretches().get("a", []))
            self.wait_for_samples("a", before + 20 + 7 * i)
            master.end(signal.SIGKILL)
        view = self.view()
        self.assertEqual(view["masters"], 4)
        self.assertFalse(view["ended"])
        self.assertEqual(len(view["nodes"]), 1)
        self.assertEqual(len(view["nodes"][0]["stretches"]), 1)  # the node ran all the time
        self.assertGreater(view["nodes"][0]["stretches"][0]["lost"], 0)
        self.assertIn("killed", self.proxima("nodes", "show", self.path("run")))

    def test_end_with_a_whole_log_without_room(self):
        little = 20_000
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (little, little))
        master, address = self.master("run", preexec_fn=limit)
        self.node(address, "a", interval="10ms")
        self.assertEqual(master.process.wait(timeout=60), 1)
        self.assertRegex(master.said(), "samples-1.log: error: cannot be written: File too large")
        self.assertEqual(self.view()["torn_bytes"], 0)
        self.assertGreater(self.stretches()["a"][0]["samples"], 20)

    def test_are_found_if_they_come_late(self):
        silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        silent.bind(("127.0.0.1", 0))
        address = "127.0.0.1:%d" % silent.getsockname()[1]
        node = self.node(address, "a")
        node.find("(no answer)")
        silent.close()
        self.master("run", listen=address)
        self.wait_for_samples("a", 5)
        self.assertEqual(self.stretches()["a"][0]["lost"], 0)  # only samples after the start count

    def test_hand_on_what_nodes_say(self):
        _, upper = self.master("run")
        relay, address = self.master(None, "--to", upper, "--name", "rack")
        self.node(address, "a")
        self.wait_for_samples("a", 30)
        self.proxima("nodes", "set", upper, "--interval", "20ms")
        wait_until(lambda: self.stretches()["a"][0]["interval_s"] == 0.02, "the relay has handed it on")
        view = self.view()
        self.assertEqual(view["relays"], ["rack"])
        self.assertEqual([node["name"] for node in view["nodes"]], ["a"])
        self.assertGreater(view["nodes"][0]["stretches"][0]["clock"]["round_trip_s"], 0)
        self.assertEqual(relay.end(), 0)

    def test_see_nodes_that_start_again(self):
        _, address = self.master("run")
        for i in range(1, 3):
            node = self.node(address, "a")
            wait_until(lambda: len(self.stretches().get("a", [])) == i, "it is there")
            node.end()
        self.assertEqual([one["lost"] for one in self.stretches()["a"]], [0, 0])


class Transport(NodesTest):
    def test_counts_what_is_lost_doubled_and_out_of_order(self):
        master, address = self.master("run")
        held = []

        def treat(number, datagram):
            if number % 10 == 3:
                return []
            if number % 10 == 5:
                return [datagram, datagram]
            if number % 10 == 7:
                held.append(datagram)
                return []
            return [datagram, held.pop()] if number % 10 == 8 and held else [datagram]

        network = Network(address, treat)
        self.addCleanup(network.stop)
        self.node(network.address, "a", interval="20ms")
        wait_until(lambda: len(network.samples) >= 111, "there are 111 samples")
        network.treat = lambda number, datagram: []  # the wire is cut
        self.assertEqual(master.end(), 0)
        stretch = self.stretches()["a"][0]
        self.assertIn(stretch["lost"], range(11, 13))
        self.assertIn(stretch["duplicates"], range(11, 13))
        self.assertIn(stretch["reordered"], range(11, 13))

    def test_counts_what_is_lost_where_most_is(self):
        master, address = self.master("run")
        loss = random.Random(1)
        network = Network(address, loses=lambda: loss.random() < 0.9)
        self.addCleanup(network.stop)
        self.node(network.address, "a", interval="20ms")
        self.wait_for_samples("a", 40)
        network.loses = lambda: True
        sent = len(network.samples)
        self.assertEqual(master.end(), 0)
        stretch = self.stretches()["a"][0]
        self.assertGreater(stretch["samples"], 0.075 * sent)  # also of the first ones
        self.assertIn(round(100 * stretch["lost"] / (stretch["lost"] + stretch["samples"])), range(85, 95))

    def test_drops_and_counts_what_others_send(self):
        master, address = self.master("run")
        other_key = self.path("other.key")
        self.proxima("nodes", "key", other_key)
        order = self.start("nodes", "set", address, "--interval", "1s", key=other_key)
        network = Network(address)
        self.addCleanup(network.stop)
        self.node(network.address, "a")
        self.wait_for_samples("a", 10)
        self.node(address, "stranger", key=other_key)
        host, port = address.rsplit(":", 1)
        forger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(forger.close)
        sample = bytearray(network.samples[5])
        sample[25] ^= 1
        for datagram in [b"", b"x", b"PX\1", os.urandom(511), os.urandom(2000), bytes(sample)] * 10:
            forger.sendto(datagram, (host, int(port)))
        for old in network.samples[:5]:  # replayed, with a valid code
            forger.sendto(old, (host, int(port)))
        self.wait_for_samples("a", 30)
        self.assertEqual(order.process.wait(timeout=60), 1)
        self.assertRegex(order.said(), "error: .*no answer")
        self.assertEqual(master.end(), 0)
        view = self.view()
        self.assertEqual([node["name"] for node in view["nodes"]], ["a"])
        self.assertEqual(view["nodes"][0]["stretches"][0]["interval_s"], 0.05)
        self.assertGreater(view["dropped"]["forged"], 60)
        stretch = view["nodes"][0]["stretches"][0]
        self.assertEqual(stretch["duplicates"] + stretch["late"], 5)
        self.assertEqual(stretch["lost"], 0)

    def test_ignores_a_recorded_change_of_settings(self):
        _, address = self.master("run")
        network = Network(address)
        self.addCleanup(network.stop)
        self.node(network.address, "a")
        self.wait_for_samples("a", 5)
        for interval, seconds in [("20ms", 0.02), ("100ms", 0.1)]:
            self.proxima("nodes", "set", network.address, "--interval", interval)
            wait_until(lambda: self.stretches()["a"][0]["interval_s"] == seconds, "the interval has changed")
        changes = [datagram for datagram in network.others if datagram[3] == 4]
        self.assertGreaterEqual(len(changes), 2)
        for datagram in changes:
            network.back.sendto(datagram, network.master)
        self.wait_for_samples("a", self.stretches()["a"][0]["samples"] + 10)
        self.assertEqual(self.stretches()["a"][0]["interval_s"], 0.1)

    def test_believes_nothing_from_before_the_master_began(self):
        master, address = self.master("run")
        network = Network(address)
        self.addCleanup(network.stop)
        node = self.node(network.address, "a")
        self.wait_for_samples("a", 10)
        node.end()
        self.assertEqual(master.end(), 0)
        master, _ = self.master("again", listen=address)
        for old in network.samples:
            network.back.sendto(old, network.master)
        time.sleep(0.5)
        self.assertEqual(master.end(), 0)
        self.assertIn("no samples", self.proxima("nodes", "show", self.path("again"), status=1))
        self.assertRegex(master.said(), r"[0-9]+ stale")


class Metrics(NodesTest):
    @unittest.skipIf(shutil.which("prometheus") is None, "prometheus is not installed")
    def test_are_scraped_by_prometheus(self):
        master, node_address = self.master("run", "--metrics", "0")
        self.node(node_address, 'a "quoted" \\ name')
        self.wait_for_samples('a "quoted" \\ name', 3)
        address = master.find(r"metrics at (\S+),")
        (token,) = pathlib.Path.home().glob(f".config/proxima/*-{address.rpartition(':')[2]}.token")
        request = urllib.request.Request(f"http://{address}/metrics",
                                         headers={"Authorization": "Bearer " + token.read_text().strip()})
        with urllib.request.urlopen(request) as answer:
            self.assertIn("application/openmetrics-text", answer.headers["Content-Type"])
            self.assertTrue(answer.read().endswith(b"# EOF\n"))
        with open(self.path("prometheus.yml"), "w") as file:
            file.write("global: {scrape_interval: 200ms}\nscrape_configs:\n"
                       f"  - {{job_name: proxima, static_configs: [{{targets: ['{address}']}}],\n"
                       f"     authorization: {{credentials_file: '{token}'}}}}\n")
        port = free_port()
        prometheus = subprocess.Popen(
            ["prometheus", "--config.file=" + self.path("prometheus.yml"), f"--web.listen-address=127.0.0.1:{port}",
             "--storage.tsdb.path=" + self.path("tsdb")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(prometheus.wait)
        self.addCleanup(prometheus.kill)

        def answer():
            query = f"http://127.0.0.1:{port}/api/v1/query?query=proxima_node_context_switches_total"
            try:
                with urllib.request.urlopen(query, timeout=10) as got:
                    return json.load(got)["data"]["result"]
            except OSError:
                return None

        series = wait_until(answer, "Prometheus has scraped")
        self.assertEqual(series[0]["metric"]["node"], 'a "quoted" \\ name')
        self.assertGreater(float(series[0]["value"][1]), 0)


class Mistakes(NodesTest):
    def test_are_named_in_one_line(self):
        open(self.path("open.key"), "w").close()
        os.chmod(self.path("open.key"), 0o644)
        with open(os.open(self.path("wrong.key"), os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
            file.write("zz" * 32 + "\n")
        os.mkdir(self.path("empty"))
        to = ["--to", "127.0.0.1:1"]
        for status, words, arguments in [
                (2, "--to", ["nodes", "sample"]), (2, "-o", ["nodes", "collect"]),
                (2, "did you mean nodes", ["node"]), (2, "interval", ["nodes", "sample", *to, "--interval", "5ms"]),
                (2, "metrics", ["nodes", "sample", *to, "--metrics", "x"]),
                (1, "no key", ["nodes", "sample", *to, "--key", self.path("none")]),
                (1, "chmod 600", ["nodes", "sample", *to, "--key", self.path("open.key")]),
                (1, "not an address", ["nodes", "sample", "--to", "127.0.0.1:x"]),
                (1, "no process", ["nodes", "sample", *to, "--pid", "2147483000"]),
                (1, "control group", ["nodes", "sample", *to, "--cgroup", self.path("empty")]),
                (1, "is not a key", ["nodes", "sample", *to, "--key", self.path("wrong.key")]),
                (1, "exists", ["nodes", "key", self.key]),
                (1, "loopback|this machine", ["nodes", "collect", "--metrics", "192.0.2.1:80", "--listen",
                                              "127.0.0.1:0"]),
                (1, "no such run", ["nodes", "show", self.path("none")]),
                (1, "samples-1.log", ["nodes", "show", self.path("empty")]),
                (1, "not a log", ["nodes", "show", self.key])]:
            with self.subTest(arguments=arguments):
                said = self.proxima(*arguments, status=status)
                self.assertRegex(said, words)
                self.assertRegex(said, "error: ")
                self.assertEqual(said.count("\n"), 1)


running.run_four_at_once(sys.modules[__name__])
