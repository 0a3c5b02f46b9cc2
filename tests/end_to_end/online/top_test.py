"""Looks at a running program from outside: proxima top on its run directory, its process and its monitor; the monitor's
answers; a real Prometheus that scrapes it.

Usage: top_test.py PROXIMA MONITORED_PROGRAM STRANGE_MACHINE
"""

import fcntl
import http.client
import json
import os
import pathlib
import re
import select
import shutil
import socket
import stat
import struct
import subprocess
import termios
import threading
import time
import urllib.parse

import programs
from programs import ARGUMENTS, PROXIMA, free_port, wait_until

PROGRAM, STRANGE_MACHINE = ARGUMENTS
OUTER, INNER = "outer.call", "inner.call"


def top(folder, *arguments, status=0):
    done = programs.proxima(folder, "top", *arguments, status=status, COLUMNS="120")
    return done.stderr if status else done.stdout


def token_file(address):
    (file,) = pathlib.Path.home().glob(f".config/proxima/*-{address.rpartition(':')[2]}.token")
    return file


def get(address, path, token=None):
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, answer.getheader("Content-Type"), body


def calls_in_state(address):
    time.sleep(0.05)  # longer than an observer repeats itself
    methods = json.loads(get(address, "/state", token_file(address).read_text().strip())[2])["methods"]
    return {method["instance"] + "." + method["method"]: method["calls"] for method in methods}


class Running(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program, cls.address = cls.start("run1")
        cls.addClassCleanup(cls.program.communicate, "")

    @classmethod
    def start(cls, run):
        program = subprocess.Popen([PROGRAM], cwd=cls.folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env=programs.environment(PROXIMA=f"output={run},quiet=on"))
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
        times = [row["exclusive_us"] for row in state["methods"]]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertTrue(0 < outer["inclusive_share"] <= 1.001)
        self.assertEqual(outer["mpi_share"], 0)
        self.assertAlmostEqual(outer["calls_per_second"], outer["calls"] / state["elapsed_us"] * 1e6,
                               delta=1e-6 * outer["calls_per_second"])

    def test_a_run_directory_a_process_and_a_monitor_say_the_same(self):
        for target in ["run1", str(self.program.pid), self.address]:
            before = calls_in_state(self.address)
            state = json.loads(top(self.folder, target, "--json"))
            self.check_rows(state, before, calls_in_state(self.address))
            self.assertEqual((state["state"], state["threads"], state["problems"]), ("running", 1, []))

    def test_a_table_is_written_where_there_is_no_terminal(self):
        for arguments in [("run1",), ("run1", "--once"), (self.address,)]:
            lines = top(self.folder, *arguments).splitlines()
            self.assertRegex(lines[0], r"running, [0-9.]+m?s, 1 thread$")
            self.assertEqual(lines[1].split(), "method excl incl calls/s mean now mean calls".split())
            self.assertEqual([line.split()[0] for line in lines[2:]], [INNER, OUTER])

    def test_a_terminal_is_refreshed_until_q(self):
        main, other = programs.pseudo_terminal()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 70, 0, 0))
        process = subprocess.Popen([PROXIMA, "top", "run1", "--interval", "0.1"], cwd=self.folder,
                                   env=programs.environment(TERM="xterm"), stdin=other, stdout=other, stderr=other)
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
        run = self.folder / "eventful"
        (run / "decisions.json").write_text(json.dumps(
            {"format": 1, "safe_point": "a.b", "safe_points": 9, "seconds": 2, "instances": [], "swaps": [
                {"at": 3, "seconds": 1.25, "instance": "flux", "from": "A", "to": "B", "why": "trial"}]}))
        (run / "attention.json").write_text(json.dumps(
            {"format": 1, "false_alarms": 1e-6, "sensors": [], "events": [
                {"sensor": "f.g: drift", "method": "f.g", "rank": 1, "since": 2, "at": 2.5, "value": 7, "before": 5,
                 "windows": 30}]}))
        text = top(self.folder, "eventful")
        self.assertIn("\n1.25s flux: A -> B (trial)\n", text)
        self.assertIn("\n2.50s f.g: drift, since 2.00s: 7 on rank 1\n", text)
        (run / "attention.json").write_text('{"events": [')
        self.assertIn("attention.json", top(self.folder, "eventful", status=1))
        program.communicate("")

    def test_runs_that_have_ended_are_shown(self):
        for run, state in [("closed", "ended"), ("killed", "killed, or could not write its results")]:
            program, _ = self.start(run)
            if run == "killed":
                program.kill()
            program.communicate("")
            shown = json.loads(top(self.folder, run, "--json"))
            self.assertEqual(shown["state"], state)
            self.assertEqual({row["name"] for row in shown["methods"]}, {OUTER, INNER})

    def test_refuses_what_it_cannot_look_at(self):
        for arguments, word, status in [([os.getpid()], "records no run", 1), (["999999999"], "999999999", 1),
                                        ([f"127.0.0.1:{free_port()}"], "refused", 1), (["nowhere"], "nowhere", 1),
                                        (["run1", "--interval", "0"], "0.1 to 3600", 2)]:
            self.assertIn(word, top(self.folder, *arguments, status=status))
        self.assertIn("0.0.0.0:1", programs.run(self.folder, PROGRAM, "0.0.0.0:1", status=1).stderr)

    def test_other_users_of_the_machine_read_nothing(self):
        file = token_file(self.address)
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        for token in (None, "", "0" * 32, file.read_text().strip()[:-1]):
            for path in ("/state", "/metrics"):
                status, _, text = get(self.address, path, token)
                self.assertEqual((status, OUTER in text), (401, False), (token, path))
        self.assertIn("--token", programs.proxima(self.folder, "top", self.address, "--json", status=1, HOME="/none").stderr)
        top(self.folder, self.address, "--json", "--token", str(file))

    def ask_foreign_server(self, host, name, pieces):
        """Returns what top says on a strange machine about a server that answers `pieces`, and what the server was asked."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            server = socket.create_server((host, 0), family=family)
        except OSError as error:
            self.skipTest(f"cannot listen on {host}: {error}")
        asked = []

        def serve():
            client, _ = server.accept()
            with client:
                asked.append(client.recv(4096).decode())
                try:
                    for piece in pieces:
                        client.sendall(piece)
                        time.sleep(0.1)
                except OSError:
                    pass  # top has left

        port = server.getsockname()[1]
        folder = self.folder / ".config/proxima"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{socket.gethostname()}-{port}.token").write_text("secret\n")
        thread = threading.Thread(target=serve)
        thread.start()
        said = programs.proxima(self.folder, "top", f"{name}:{port}", status=1, HOME=self.folder, LD_PRELOAD=STRANGE_MACHINE).stderr
        thread.join()
        server.close()
        return said, asked[0]

    def test_a_server_that_never_ends_its_answer_is_left(self):
        said, asked = self.ask_foreign_server("127.0.0.1", "127.0.0.1", [b"x"] * 100)
        self.assertIn("a minute", said)
        self.assertIn("Bearer secret\r\n", asked)

    def test_the_token_goes_to_this_machine_only(self):
        _, asked = self.ask_foreign_server("::1", "127.example.org", [b"x"])
        self.assertNotIn("secret", asked)

    def test_prometheus_scrapes(self):
        if shutil.which("prometheus") is None:
            self.skipTest("prometheus is not installed")
        port = free_port()
        (self.folder / "prometheus.yml").write_text(json.dumps({"scrape_configs": [
            {"job_name": "proxima", "scrape_interval": "1s", "static_configs": [{"targets": [self.address]}],
             "authorization": {"credentials_file": str(token_file(self.address))}}]}))
        server = subprocess.Popen(["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=tsdb",
                                   f"--web.listen-address=127.0.0.1:{port}"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        before = calls_in_state(self.address)
        rows = wait_until(lambda: scraped(port, server), "Prometheus has scraped")
        # Prometheus has a label `instance` of its own.
        found = {row["metric"]["exported_instance"] + "." + row["metric"]["method"]: int(row["value"][1]) for row in rows}
        after = calls_in_state(self.address)
        self.assertEqual(set(found), {OUTER, INNER})
        for name, calls in found.items():
            self.assertTrue(before[name] <= calls <= after[name], (before, found, after))


def scraped(port, server):
    assert server.poll() is None, "prometheus has ended"
    try:
        query = "/api/v1/query?" + urllib.parse.urlencode({"query": "proxima_calls_total"})
        status, _, text = get(f"127.0.0.1:{port}", query)
    except OSError:
        return None
    return json.loads(text)["data"]["result"] if status == 200 else None


programs.main()
