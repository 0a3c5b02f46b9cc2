"""Looks at a running program from outside: proxima top on its run directory, its process and its monitor; the monitor's
answers; a real Prometheus that scrapes it.

Usage: top_test.py PROXIMA MONITORED_PROGRAM
"""

import fcntl
import http.client
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import urllib.parse

PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
OUTER, INNER = "outer.call", "inner.call"


def top(*arguments, directory, status=0):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120"}
    done = subprocess.run([PROXIMA, "top", *arguments], cwd=directory, capture_output=True, text=True,
                          env=environment, timeout=120, stdin=subprocess.DEVNULL)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done.stdout if status == 0 else done.stderr


def get(address, path):
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, answer.getheader("Content-Type"), body


def calls_in_state(address):
    time.sleep(0.05)  # longer than an observer repeats itself
    methods = json.loads(get(address, "/state")[2])["methods"]
    return {method["instance"] + "." + method["method"]: method["calls"] for method in methods}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Running(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp(prefix="proxima-test-")
        cls.program, cls.address = cls.start("run1")

    @classmethod
    def tearDownClass(cls):
        cls.program.communicate("")
        shutil.rmtree(cls.directory)

    @classmethod
    def start(cls, run, serve="127.0.0.1:0"):
        program = subprocess.Popen([PROGRAM, serve], cwd=cls.directory, text=True, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE,
                                   env={**os.environ, "PROXIMA": f"output={run},quiet=on"})
        return program, program.stdout.readline().strip()

    def check_rows(self, state, before, after):
        rows = {row["name"]: row for row in state["methods"]}
        self.assertEqual(set(rows), {OUTER, INNER})
        for name, row in rows.items():
            self.assertTrue(before[name] <= row["calls"] <= after[name], (before, row, after))
        inner, outer = rows[INNER], rows[OUTER]
        self.assertLessEqual(inner["inclusive_us"], outer["inclusive_us"])
        self.assertAlmostEqual(outer["inclusive_us"], outer["exclusive_us"] + inner["inclusive_us"],
                               delta=1e-3 * outer["inclusive_us"])
        self.assertEqual(state["methods"][0]["name"], INNER)  # which takes most
        self.assertTrue(0 < outer["inclusive_share"] <= 1.001)
        self.assertEqual(outer["mpi_share"], 0)
        self.assertAlmostEqual(outer["calls_per_second"], outer["calls"] / state["elapsed_us"] * 1e6,
                               delta=1e-6 * outer["calls_per_second"])

    def test_a_run_directory_a_process_and_a_monitor_say_the_same(self):
        for target in ["run1", str(self.program.pid), self.address]:
            before = calls_in_state(self.address)
            state = json.loads(top(target, "--json", directory=self.directory))
            self.check_rows(state, before, calls_in_state(self.address))
            self.assertEqual((state["state"], state["threads"], state["problems"]), ("running", 1, []))

    def test_a_table_is_written_where_there_is_no_terminal(self):
        for arguments in [("run1",), ("run1", "--once"), (self.address,)]:
            lines = top(*arguments, directory=self.directory).splitlines()
            self.assertRegex(lines[0], r"running, [0-9.]+m?s, 1 thread$")
            self.assertEqual(lines[1].split(), "method self incl calls/s mean now mean calls".split())
            self.assertEqual([line.split()[0] for line in lines[2:]], [INNER, OUTER])

    def test_a_terminal_is_refreshed_until_q(self):
        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 70, 0, 0))
        environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        environment.pop("COLUMNS", None)
        process = subprocess.Popen([PROXIMA, "top", "run1", "--interval", "0.1"], cwd=self.directory, env=environment,
                                   stdin=other, stdout=other, stderr=other)
        text = b""
        while text.count(b"\033[2J") < 4:
            self.assertTrue(select.select([main], [], [], 60)[0], text)
            text += os.read(main, 65536)
        os.write(main, b"q")
        while process.poll() is None:
            if select.select([main], [], [], 0.1)[0]:
                text += os.read(main, 65536)
        while select.select([main], [], [], 0.1)[0]:
            text += os.read(main, 65536)
        os.close(other)
        os.close(main)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(text.startswith(b"\033[?1049h") and text.endswith(b"\033[?1049l"), text)
        pages = text.decode().split("\033[2J")[1:]
        plain = [re.sub("\033\\[[0-9;?]*[a-zA-Z]", "", page).splitlines() for page in pages]
        self.assertTrue(all(len(page) <= 10 and all(len(line) <= 70 for line in page) for page in plain[:3]), plain)
        self.assertIn(INNER, plain[1][2])

    def test_events_are_shown(self):
        program, _ = self.start("eventful")
        run = os.path.join(self.directory, "eventful")
        with open(os.path.join(run, "decisions.json"), "w") as file:
            json.dump({"format": 1, "safe_point": "a.b", "safe_points": 9, "seconds": 2, "instances": [], "swaps": [
                {"at": 3, "seconds": 1.25, "instance": "flux", "from": "A", "to": "B", "why": "trial"}]}, file)
        with open(os.path.join(run, "attention.json"), "w") as file:
            json.dump({"format": 1, "false_alarms": 1e-6, "sensors": [], "events": [
                {"sensor": "f.g: drift", "method": "f.g", "rank": 1, "since": 2, "at": 2.5, "value": 7, "before": 5,
                 "windows": 30}]}, file)
        text = top("eventful", directory=self.directory)
        self.assertIn("\n1.25s flux: A -> B (trial)\n", text)
        self.assertIn("\n2.50s f.g: drift, since 2.00s: 7 on rank 1\n", text)
        with open(os.path.join(run, "attention.json"), "w") as file:
            file.write('{"events": [')
        self.assertIn("attention.json", top("eventful", directory=self.directory, status=1))
        program.communicate("")

    def test_runs_that_have_ended_are_shown(self):
        for run, end in [("closed", lambda program: program.communicate("")),
                         ("killed", lambda program: program.send_signal(signal.SIGKILL))]:
            program, _ = self.start(run)
            end(program)
            program.wait()
            state = json.loads(top(run, "--json", directory=self.directory))
            self.assertEqual(state["state"], {"closed": "ended"}.get(run, "killed, or could not write its results"))
            self.assertEqual({row["name"] for row in state["methods"]}, {OUTER, INNER})
            program.stdin.close()
            program.stdout.close()

    def test_what_cannot_be_looked_at_is_said(self):
        self.assertIn("records no run", top(str(os.getpid()), directory=self.directory, status=1))
        self.assertIn("999999999", top("999999999", directory=self.directory, status=1))
        self.assertIn("refused", top(f"127.0.0.1:{free_port()}", directory=self.directory, status=1))
        self.assertIn("nowhere", top("nowhere", directory=self.directory, status=1))
        self.assertIn("0.1 to 3600", top("run1", "--interval", "0", directory=self.directory, status=2))
        done = subprocess.run([PROGRAM, "0.0.0.0:1"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 1)
        self.assertIn("0.0.0.0:1", done.stderr)

    def test_prometheus_scrapes(self):
        if shutil.which("prometheus") is None:
            self.skipTest("prometheus is not installed")
        port = free_port()
        with open(os.path.join(self.directory, "prometheus.yml"), "w") as file:
            json.dump({"scrape_configs": [{"job_name": "proxima", "scrape_interval": "1s",
                                           "static_configs": [{"targets": [self.address]}]}]}, file)
        with open(os.path.join(self.directory, "prometheus.log"), "w+") as log:
            server = subprocess.Popen(["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=tsdb",
                                       f"--web.listen-address=127.0.0.1:{port}"], cwd=self.directory,
                                      stdout=log, stderr=log)
            try:
                before = calls_in_state(self.address)
                found = self.wait_for_calls(port, server)
            finally:
                server.terminate()
                server.wait()
        after = calls_in_state(self.address)
        self.assertEqual(set(found), {OUTER, INNER})
        for name, calls in found.items():
            self.assertTrue(before[name] <= calls <= after[name], (before, found, after))

    @staticmethod
    def wait_for_calls(port, server):
        query = "/api/v1/query?" + urllib.parse.urlencode({"query": "proxima_calls_total"})
        while True:  # until ctest ends it
            assert server.poll() is None, "prometheus has ended"
            try:
                status, _, text = get(f"127.0.0.1:{port}", query)
            except OSError:
                status, text = 0, ""
            rows = json.loads(text)["data"]["result"] if status == 200 else []
            if rows:
                # Prometheus has a label `instance` of its own.
                return {row["metric"]["exported_instance"] + "." + row["metric"]["method"]: int(row["value"][1])
                        for row in rows}
            time.sleep(0.2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
