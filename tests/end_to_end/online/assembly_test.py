"""A running assembly seen from outside: a monitor compares calls with what models expect, and decisions survive a kill.

Usage: assembly_test.py PROXIMA PARTICLES_FOLDER COMPONENTS COMPONENTS_THAT_THROW
"""

import http.client
import json
import pathlib
import socket
import subprocess

import programs
from programs import ARGUMENTS, PROXIMA, read_json, wait_until

SCRIPTS, COMPONENTS, THROWING = ARGUMENTS
EXPECTED_US = 2.0  # far less than sorting takes
KNOWLEDGE = """
instantiate PerformanceKnowledge knowledge
instantiate PerformanceMonitor monitor
parameters knowledge parameters models models.json
connect monitor knowledge knowledge knowledge
parameters monitor parameters interval 0.1
parameters monitor parameters serve unix:monitor.socket"""
OF_A_TRIAL_THAT_THROWS = """
instantiate StirredFlow flow
instantiate StandardSort sorter
instantiate Stubborn user
instantiate Optimizer optimizer
connect user flow flow flow
connect user sorter sorter sorter
parameters optimizer parameters instances sorter
parameters optimizer parameters safe_point flow.advance
parameters optimizer parameters exploration 1
go user go
"""
ENDLESS = "\nparameters tube parameters steps 100000000\ngo tube"


class Assembly(programs.FreshTest):
    def start(self, script, added=""):
        text = pathlib.Path(SCRIPTS, script).read_text()
        (self.folder / "script.rc").write_text(text.replace("\ngo tube", added + ENDLESS))
        run = subprocess.Popen([PROXIMA, "run", "script.rc", "--path", COMPONENTS, "--measure", "all", "-o", "run"],
                               cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def proxima(self, *arguments):
        return programs.proxima(self.folder, *arguments, COLUMNS="120")

    def wait_until(self, condition, run):
        def found():
            self.assertIsNone(run.poll(), run.poll() is not None and run.stderr.read())
            return condition()

        return wait_until(found, "the run has come so far", seconds=600)

    def sort_with_expectation(self):
        monitor = http.client.HTTPConnection("localhost")
        monitor.sock = socket.socket(socket.AF_UNIX)
        try:
            monitor.sock.connect(str(self.folder / "monitor.socket"))
            monitor.request("GET", "/state")
            rows = json.load(monitor.getresponse())["methods"]
        except (FileNotFoundError, ConnectionRefusedError):
            rows = []
        finally:
            monitor.close()
        return [one for one in rows if (one["instance"], one["method"]) == ("sorter", "sort") and "of_expected" in one]

    def test_a_monitor_has_multiples_of_what_models_expect(self):
        model = {"component": "sorter", "implementation": "StandardSort", "method": "sort", "mean": str(EXPECTED_US)}
        (self.folder / "models.json").write_text(json.dumps({"format": 1, "models": [model]}))
        run = self.start("particles.rc", KNOWLEDGE)
        (row,) = self.wait_until(self.sort_with_expectation, run)
        self.assertGreater(row["of_expected"], 1)

    def test_a_trial_that_throws_ends_and_the_application_goes_on(self):
        (self.folder / "script.rc").write_text(OF_A_TRIAL_THAT_THROWS)
        run = self.proxima("run", "script.rc", "--path", COMPONENTS, "--path", THROWING, "--measure", "all", "-o", "run")
        self.assertEqual(run.stdout, "1 failures\n", run.stderr)
        self.assertIn("sorter@ThrowingSort is not tried again: an exception left its method sort", run.stderr)
        decisions = read_json(self.folder, "run/decisions.json")
        (fate,) = [one for one in decisions["instances"][0]["candidates"] if one["class"] == "ThrowingSort"]
        self.assertEqual(fate["fate"], "threw")
        self.assertIn("sort", fate["why"])
        back = [one["from"] for one in decisions["swaps"] if one["from"] == "ThrowingSort"]
        self.assertEqual(len(back), 1)
        self.assertIn("threw", self.proxima("report", "run").stdout)

    def test_a_trial_that_exits_ends_the_program(self):
        (self.folder / "script.rc").write_text(OF_A_TRIAL_THAT_THROWS)
        run = programs.proxima(self.folder, "run", "script.rc", "--path", COMPONENTS, "--path", THROWING, "--measure", "all",
                               "-o", "run", status=3, SORTER_EXITS="1")
        self.assertIn("exit(3)", run.stderr)
        self.assertIn("ThrowingSort was on trial when the run died", self.proxima("report", "run").stdout)

    def test_decisions_survive_a_kill(self):
        run = self.start("optimized.rc")
        self.wait_until((self.folder / "run/decisions.json").exists, run)
        run.kill()
        run.wait()
        self.proxima("recover", "run")
        self.assertIn("sorter began as StandardSort", self.proxima("report", "run").stdout)


programs.main()
