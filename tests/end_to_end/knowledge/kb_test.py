"""Uses proxima kb as scripts do, and reads what is in the base with Python's sqlite3.

Usage: kb_test.py PROXIMA
"""

import contextlib
import csv
import io
import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROXIMA = os.path.abspath(sys.argv[1])


def run_json(number, processor="Test Processor"):
    return {"format": 1, "proxima": "0.1.0", "complete": True, "command": ["./app", str(number)], "directory": "/",
            "host": f"node{number % 2}", "pid": number, "start": "2025-01-31T12:00:00.123456Z", "duration_us": 1e6,
            "machine": {"processor": processor, "processors": 4, "memory_bytes": 8 << 30, "system": "Linux 6.1.0"},
            "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1, "monotonic_ns": 1},
                      "end": {"ticks": 1000001, "monotonic_ns": 1000001}},
            "mpi": {"size": 1, "rank": 0}, "configuration": {"text": "records=off"}, "threads": 1, "lanes": 1, "methods": [],
            "invocations": 1, "records": 0, "losses": {"invocations": 0, "reasons": []}}


def row(node, name, durations):
    mean = sum(durations) / len(durations)
    variance = sum((d - mean) ** 2 for d in durations) / len(durations)
    return {"node": node, "rank": 0, "name": name, "calls": len(durations), "time": sum(durations), "time (inc)": sum(durations),
            "communication": 0.0, "computation": sum(durations), "min": min(durations), "max": max(durations), "mean": mean,
            "stddev": math.sqrt(variance)}


def bin_row(node, number, durations):
    return {"node": node, "parameter": "n", "type": "integer", "bin": number, "calls": len(durations), "sum": sum(durations),
            "sum of squares": sum(d * d for d in durations), "min": min(durations), "max": max(durations)}


def write_run(directory, number, bins, **more):
    """A run without records: of instance flux, durations in microseconds by bin of n."""
    os.makedirs(directory)
    everything = [d for durations in bins.values() for d in durations]
    graph = {"graph": [{"0": {"data": {"name": "flux.compute", "type": "component", "port": "ns::FluxPort", "instance": "flux",
                                       "method": "compute", "signature": "void compute(int)"}, "children": []}}],
             "dataframe_indices": ["node", "rank"], "dataframe": [row(0, "flux.compute", everything)],
             "bins": [bin_row(0, which, durations) for which, durations in sorted(bins.items())],
             "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)", "communication", "computation"]}
    with open(os.path.join(directory, "callgraph.json"), "w", encoding="utf-8") as file:
        json.dump(graph, file)
    with open(os.path.join(directory, "run.json"), "w", encoding="utf-8") as file:
        json.dump(run_json(number, **more), file)


MODEL = {"component": "flux", "implementation": "EFM", "port": "ns::FluxPort", "method": "compute",
         "inputs": [{"name": "n", "min": 16, "max": 64}], "mean": "2 * n",
         "evidence": {"points": 100, "distinct": 10, "machine": "elsewhere, Another Processor"}}


class KnowledgeBase(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="proxima-test-")
        self.addCleanup(subprocess.run, ["rm", "-rf", self.directory], check=True)
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        self.environment.pop("PROXIMA_KB", None)
        self.environment.pop("COLUMNS", None)

    def kb(self, *arguments, status=0):
        done = subprocess.run([PROXIMA, "kb", *arguments], cwd=self.directory, capture_output=True, env=self.environment,
                              timeout=300, text=True)
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        return done.stdout if status == 0 else done.stderr

    def notes(self, *arguments):
        done = subprocess.run([PROXIMA, "kb", *arguments], cwd=self.directory, capture_output=True, env=self.environment,
                              timeout=300, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def rows(self, statement, base="proxima.kb"):
        with contextlib.closing(sqlite3.connect(os.path.join(self.directory, base))) as connection:
            return connection.execute(statement).fetchall()

    def write(self, name, contents):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(contents if isinstance(contents, str) else json.dumps(contents))
        return path

    def run_directory(self, number, bins=None, **more):
        path = os.path.join(self.directory, f"run{number}")
        write_run(path, number, bins or {5: [10.0, 20.0], 6: [30.0]}, **more)
        return path

    def test_runs_are_added_and_recognised(self):
        one, two = self.run_directory(1), self.run_directory(2, {5: [60.0], 7: [5.0, 7.0, 12.0]})
        self.write("app.rc", "instantiate ns::EFM flux\ninstantiate D driver\nconnect driver flux flux compute\n")
        text = self.kb("add", one, "--experiment", "sizes", "--metadata", "compiler=gcc 12", "--metadata", "n=1",
                       "--assembly", "app.rc", "--name", "first")
        self.assertIn("trial 1 of experiment sizes: 3 invocations of 1 method in 2 rows", text)
        self.assertIn("trial 2", self.kb("add", two, "--experiment", "sizes", "--implementation", "flux=Godunov"))
        self.assertIn("is there already, as trial 1", self.kb("add", one))
        self.assertEqual(self.rows("SELECT name FROM trial"), [("first",), ("run2",)])
        self.assertEqual(self.rows("SELECT value FROM primary_metadata WHERE name = 'compiler'"), [("gcc 12",)])
        self.assertEqual(self.rows("SELECT i.name FROM timer JOIN implementation AS i ON i.id = implementation"),
                         [("ns::EFM",), ("Godunov",)])
        self.assertEqual(self.rows("PRAGMA application_id") + self.rows("PRAGMA user_version"), [(0x50784B42,), (1,)])
        self.assertEqual(self.rows("PRAGMA foreign_key_check") + self.rows("PRAGMA integrity_check"), [("ok",)])
        statistics = self.rows("SELECT text, calls, sum, sum_of_squares, minimum, maximum FROM invocation_statistics "
                               "JOIN parameter_set ON parameter_set = id ORDER BY timer, text")
        expected = [("n=16..31", 2, 30, 500, 10, 20), ("n=32..63", 1, 30, 900, 30, 30), ("n=16..31", 1, 60, 3600, 60, 60),
                    ("n=64..127", 3, 24, 25 + 49 + 144, 5, 12)]
        for got, wanted in zip(statistics, expected, strict=True):
            self.assertEqual(got[0], wanted[0])
            for value, right in zip(got[1:], wanted[1:], strict=True):
                self.assertAlmostEqual(value, right, places=6)
        self.assertEqual(self.rows("SELECT description, (SELECT count(*) FROM machine_host) FROM machine"),
                         [("Test Processor, 4 processors, 8 GiB", 2)])  # two hosts, one kind
        self.assertEqual(self.rows("SELECT components, connections, trials FROM assemblies"),
                         [("driver=D, flux=ns::EFM", 1, 1)])

    def test_queries_agree_with_python(self):
        bins = [{5: [10.0, 20.0], 6: [30.0]}, {5: [60.0]}, {6: [1.0, 2.0], 9: [100.0]}]
        for number, one in enumerate(bins):
            self.kb("add", self.run_directory(number, one), "--experiment", f"e{number}")
        answer = json.loads(self.kb("query", "--component", "flux", "--json"))
        self.assertEqual([one["parameters"] for one in answer], ["n=16..31", "n=32..63", "n=256..511"])
        for one, which in zip(answer, (5, 6, 9), strict=True):
            durations = [d for of_run in bins for d in of_run.get(which, [])]
            mean = sum(durations) / len(durations)
            self.assertEqual(one["calls"], len(durations))
            self.assertEqual(one["trials"], sum(which in of_run for of_run in bins))
            self.assertAlmostEqual(one["mean_us"], mean)
            self.assertAlmostEqual(one["stddev_us"], math.sqrt(sum((d - mean) ** 2 for d in durations) / len(durations)), 5)
            self.assertEqual((one["min_us"], one["max_us"]), (min(durations), max(durations)))
        text = self.kb("query", "--where", "n>=256", "--csv")
        self.assertEqual([one["parameters"] for one in csv.DictReader(io.StringIO(text))], ["n=256..511"])
        self.assertEqual(len(json.loads(self.kb("query", "--experiment", "e0", "--by-trial", "--json"))), 2)
        self.assertEqual(len(json.loads(self.kb("query", "--where", "n=20..40", "--json"))), 2)
        self.assertIn("flux", self.kb("query", "--method", "compute"))
        self.assertIn("nothing that was measured", self.notes("query", "--component", "none"))
        count = json.loads(self.kb("query", "--sql", "SELECT count(*) AS n FROM invocations", "--json"))
        self.assertEqual(count, [{"n": 5}])
        before = self.rows("SELECT count(*) FROM trial")
        for statement in ("DELETE FROM trial", "PRAGMA user_version = 3", "SELECT 1; SELECT 2", "nonsense"):
            error = self.kb("query", "--sql", statement, status=1)
            self.assertTrue(error.startswith("proxima.kb: error: ") and error.count("\n") == 1, error)
        self.assertEqual(self.rows("SELECT count(*) FROM trial"), before)
        for wrong in ("n", "=3", "n>=x", "n="):
            self.assertIn(wrong, self.kb("query", "--where", wrong, status=2))
        self.kb("query", "--sql", "SELECT 1", "--component", "flux", status=2)

    def test_models_say_which_machine_they_are_of(self):
        here = {**MODEL, "implementation": "Godunov", "mean": "9 * n", "evidence": {"source": "a paper"}}
        self.write("models.json", {"format": 1, "models": [MODEL, here]})
        self.assertIn("2 models added", self.kb("add", "models.json"))
        self.assertIn("0 models added, 2 were there already", self.kb("add", "models.json"))
        text = self.kb("models")
        for words in ("flux = EFM, compute time", "2 * n us", "100 invocations at 10 points", "n = 16 to 64",
                      "Another Processor", "a paper"):
            self.assertIn(words, text)
        warning = self.notes("models", "-o", "out.json")
        self.assertEqual(warning.count("\n"), 1, warning)
        self.assertIn("warning: 1 of 2 models was measured on another machine (Another Processor) than ", warning)
        with open(os.path.join(self.directory, "out.json"), encoding="utf-8") as file:
            written = json.load(file)
        self.assertEqual([one["mean"] for one in written["models"]], ["2 * n", "9 * n"])
        self.assertEqual(self.notes("models", "--on", "another"), "")
        self.assertEqual(self.notes("models", "--implementation", "Godunov"), "")
        self.assertIn("no machine of the base is called `x1`", self.kb("models", "--on", "x1", status=2))
        exported = json.loads(self.kb("export", "--models", "--implementation", "EFM"))
        self.assertEqual(len(exported["models"]), 1)
        self.assertEqual(json.loads(self.kb("models", "--json")), written)
        self.kb("models", "--component", "none", status=1)

    def test_decisions_keep_what_they_were_made_from(self):
        slow = {**MODEL, "implementation": "Godunov", "mean": "9 * n"}
        self.write("models.json", {"format": 1, "models": [MODEL, slow]})
        self.write("selection.json", {"format": 1, "models": ["models.json"],
                                      "families": [{"name": "flux", "implementations": ["EFM", "Godunov"]}],
                                      "workload": [{"instance": "flux", "method": "compute",
                                                    "inputs": [{"values": {"n": 20}, "count": 3}]}]})
        done = subprocess.run([PROXIMA, "select", "selection.json", "--json"], cwd=self.directory, capture_output=True,
                              check=True, text=True)
        self.write("answer.json", done.stdout)
        self.assertIn("decision 1 added", self.kb("add", "answer.json", "selection.json", "--experiment", "hydro"))
        self.assertIn("decision 1 is there already", self.kb("add", "answer.json", "selection.json", "--experiment", "hydro"))
        decision = json.loads(self.kb("list", "decisions", "--json"))[0]
        self.assertEqual((decision["chosen"], decision["runner_up"]), ("flux=EFM", "flux=Godunov"))
        self.assertEqual((decision["predicted_us"], decision["runner_up_us"]), (120, 540))
        self.assertEqual((decision["models"], decision["experiment"], decision["decision"]), (2, "hydro", "answer"))
        self.assertEqual(json.loads(self.rows("SELECT json FROM decision")[0][0])["mean_us"], 120)

    def test_lists_and_exports_have_everything(self):
        self.write("models.json", {"format": 1, "models": [MODEL]})
        self.kb("add", self.run_directory(1), "models.json", "--metadata", 'note=a, "quoted" text')
        for what in ("experiments", "trials", "machines", "components", "implementations", "assemblies", "decisions"):
            table = self.kb("list", what)
            self.assertTrue(all(len(line) <= 120 for line in table.splitlines()), table)
            rows = json.loads(self.kb("list", what, "--json"))
            self.assertEqual(len(list(csv.DictReader(io.StringIO(self.kb("list", what, "--csv"))))), len(rows))
        self.assertIn("trials", self.kb("list"))
        self.assertIn("did you mean trials?", self.kb("list", "trails", status=2))
        everything = json.loads(self.kb("export"))
        tables = [name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        self.assertEqual(sorted(everything["tables"]), sorted(tables))
        self.kb("export", "-o", "base.json")
        with open(os.path.join(self.directory, "base.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), everything)
        self.kb("export", "--csv", "-o", "tables")
        for name in tables:
            rows = self.rows(f"SELECT * FROM {name}")
            self.assertEqual([list(one.values()) for one in everything["tables"][name]], [list(one) for one in rows], name)
            with open(os.path.join(self.directory, "tables", name + ".csv"), newline="", encoding="utf-8") as file:
                self.assertEqual(len(list(csv.reader(file))), len(rows) + 1, name)
        self.kb("export", "--csv", status=2)

    def test_the_base_is_chosen(self):
        run = self.run_directory(1)
        self.kb("add", run, "--base", "a.kb")
        self.environment["PROXIMA_KB"] = "b.kb"
        self.kb("add", run)
        self.assertEqual(len(self.rows("SELECT * FROM trial", "a.kb")), 1)
        self.assertEqual(len(self.rows("SELECT * FROM trial", "b.kb")), 1)
        self.assertEqual(len(json.loads(self.kb("list", "trials", "--json", "--base", "a.kb"))), 1)
        self.assertIn("there is no such knowledge base", self.kb("list", "--base", "none.kb", status=1))
        self.assertFalse(os.path.exists(os.path.join(self.directory, "none.kb")))

    def test_nothing_is_made_of_wrong_input(self):
        self.write("broken.json", '{"format": 1,\n "models": [{"implementation": "x", "mean": "1 +"}]}')
        self.write("data.txt", "x")
        for wrong in ("broken.json", "data.txt", "none", "empty"):
            os.makedirs(os.path.join(self.directory, "empty"), exist_ok=True)
            error = self.kb("add", wrong, status=1)
            self.assertEqual(error.count("\n"), 1, error)
            self.assertIn(wrong, error)
        self.assertIn("broken.json:2: error: ", self.kb("add", "broken.json", status=1))
        self.assertFalse(os.path.exists(os.path.join(self.directory, "proxima.kb")))
        self.write("proxima.kb", "some notes")
        self.assertIn("proxima.kb: error: is no knowledge base", self.kb("add", self.run_directory(1), status=1))
        with open(os.path.join(self.directory, "proxima.kb"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "some notes")
        for arguments in ((), ("ad", "x"), ("add",), ("add", "x", "--metadata", "nothing"), ("list", "--csv", "--json")):
            self.kb(*arguments, status=2)
        for verb in ((), ("add",), ("list",), ("query",), ("models",), ("export",)):
            self.assertIn("Usage: proxima kb", self.kb(*verb, "--help"))

    def test_many_processes_add_at_once(self):
        runs = [self.run_directory(number) for number in range(12)]
        running = [subprocess.Popen([PROXIMA, "kb", "add", run, runs[0]], cwd=self.directory, env=self.environment,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for run in runs]
        for one in running:
            _, error = one.communicate(timeout=300)
            self.assertEqual((one.returncode, error), (0, b""))
        self.assertEqual(self.rows("SELECT count(*), count(DISTINCT identity) FROM trial"), [(12, 12)])
        self.assertEqual(self.rows("SELECT count(*) FROM invocation_statistics"), [(24,)])
        self.assertEqual(self.rows("PRAGMA foreign_key_check") + self.rows("PRAGMA integrity_check"), [("ok",)])
        self.assertEqual([name for name in os.listdir(self.directory) if "kb" in name], ["proxima.kb"])

    def test_a_kill_at_any_moment_leaves_whole_trials(self):
        runs = [self.run_directory(number) for number in range(4)]
        self.kb("add", runs[0])
        for number, delay in enumerate((0.002, 0.01, 0.03), start=1):
            one = subprocess.Popen([PROXIMA, "kb", "add", *runs[1:]], cwd=self.directory, env=self.environment,
                                   stdout=subprocess.DEVNULL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                one.wait(delay)
            one.send_signal(signal.SIGKILL)
            one.wait()
            trials = json.loads(self.kb("list", "trials", "--json"))
            self.assertTrue(all(trial["invocations"] == 3 for trial in trials), number)
            self.assertEqual(self.rows("PRAGMA foreign_key_check") + self.rows("PRAGMA integrity_check"), [("ok",)])
        self.kb("add", *runs)
        self.assertEqual(self.rows("SELECT count(*) FROM trial"), [(4,)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
