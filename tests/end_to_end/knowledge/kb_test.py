"""Uses proxima kb as scripts do, and reads what is in the base with Python's sqlite3.

Usage: kb_test.py PROXIMA SCHEMA
"""

import contextlib
import csv
import io
import json
import math
import pathlib
import re
import sqlite3

import programs
from programs import ARGUMENTS, proxima, read_json

(SCHEMA,) = ARGUMENTS


def run_json(number):
    return {"format": 1, "proxima": "0.1.0", "complete": True, "command": ["./app", str(number)], "directory": "/",
            "host": f"node{number % 2}", "pid": number, "start": "2025-01-31T12:00:00.123456Z", "duration_us": 1e6,
            "machine": {"processor": "Test Processor", "processors": 4, "memory_bytes": 8 << 30, "system": "Linux 6.1.0"},
            "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1, "monotonic_ns": 1},
                      "end": {"ticks": 1000001, "monotonic_ns": 1000001}},
            "mpi": {"size": 1, "rank": 0}, "configuration": {"text": "records=off"}, "threads": 1, "methods": [],
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


def write_run(folder, number, bins):
    """A run without records: of instance flux, durations in microseconds by bin of n."""
    folder.mkdir()
    everything = [d for durations in bins.values() for d in durations]
    graph = {"graph": [{"0": {"data": {"name": "flux.compute", "type": "component", "port": "ns::FluxPort", "instance": "flux",
                                       "method": "compute", "signature": "void compute(int)"}, "children": []}}],
             "dataframe_indices": ["node", "rank"], "dataframe": [row(0, "flux.compute", everything)],
             "bins": [bin_row(0, which, durations) for which, durations in sorted(bins.items())],
             "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)", "communication", "computation"]}
    (folder / "callgraph.json").write_text(json.dumps(graph))
    (folder / "run.json").write_text(json.dumps(run_json(number)))


MODEL = {"component": "flux", "implementation": "EFM", "port": "ns::FluxPort", "method": "compute",
         "inputs": [{"name": "n", "min": 16, "max": 64}], "mean": "2 * n",
         "evidence": {"points": 100, "distinct": 10, "machine": "elsewhere, Another Processor"}}


class KnowledgeBase(programs.FreshTest):
    def kb(self, *arguments, status=0):
        done = proxima(self.folder, "kb", *arguments, status=status)
        return done.stdout if status == 0 else done.stderr

    def warning(self, *arguments):
        return proxima(self.folder, "kb", *arguments).stderr

    def rows(self, statement):
        with contextlib.closing(sqlite3.connect(self.folder / "proxima.kb")) as connection:
            return connection.execute(statement).fetchall()

    def write(self, name, contents):
        (self.folder / name).write_text(contents if isinstance(contents, str) else json.dumps(contents))

    def run_directory(self, number, bins=None):
        path = self.folder / f"run{number}"
        write_run(path, number, bins or {5: [10.0, 20.0], 6: [30.0]})
        return path

    def make_decision(self):
        slow = {**MODEL, "implementation": "Godunov", "mean": "9 * n"}
        self.write("models.json", {"format": 1, "models": [MODEL, slow]})
        self.write("selection.json", {"format": 1, "models": ["models.json"],
                                      "families": [{"name": "flux", "implementations": ["EFM", "Godunov"]}],
                                      "workload": [{"instance": "flux", "method": "compute",
                                                    "inputs": [{"values": {"n": 20}, "count": 3}]}]})
        self.write("answer.json", proxima(self.folder, "select", "selection.json", "--json").stdout)

    def test_runs_are_added_and_recognised(self):
        one, two = self.run_directory(1), self.run_directory(2, {5: [60.0], 7: [5.0, 7.0, 12.0]})
        self.write("run1/components.json", {"format": 1, "classes": {"flux": "ns::EFM", "driver": "D"}})
        text = self.kb("add", one, "--experiment", "sizes", "--metadata", "compiler=gcc 12", "--metadata", "n=1",
                       "--name", "first")
        self.assertIn("run 1 of experiment sizes: 3 invocations of 1 method", text)
        self.assertIn("run 2", self.kb("add", two, "--experiment", "sizes", "--implementation", "flux=Godunov"))
        self.assertIn("is there already, as run 1", self.kb("add", one))
        self.assertEqual(self.rows("SELECT run, metadata, assembly FROM runs"),
                         [("first", "compiler=gcc 12, n=1", "driver=D, flux=ns::EFM"), ("run2", None, "flux=Godunov")])
        self.assertEqual(self.rows("SELECT implementation FROM methods"), [("ns::EFM",), ("Godunov",)])
        self.assertEqual(self.rows("PRAGMA application_id"), [(0x50784B42,)])
        statistics = self.rows("SELECT parameters ->> 'n', calls, total_us, stddev_us, min_us, max_us FROM statistics")
        expected = [("[16,31]", 2, 30, 5, 10, 20), ("[32,63]", 1, 30, 0, 30, 30), ("[16,31]", 1, 60, 0, 60, 60),
                    ("[64,127]", 3, 24, math.sqrt(26 / 3), 5, 12)]
        for got, wanted in zip(statistics, expected, strict=True):
            self.assertEqual(got[0], wanted[0])
            for value, right in zip(got[1:], wanted[1:], strict=True):
                self.assertAlmostEqual(value, right, places=6)
        self.assertEqual(self.rows("SELECT machine, hosts, runs FROM machines"),
                         [("Test Processor, 4 processors, 8 GiB", "node1,node0", 2)])  # two hosts, one kind

    def test_statistics_agree_with_python(self):
        bins = [{5: [10.0, 20.0], 6: [30.0]}, {5: [60.0]}, {6: [1.0, 2.0], 9: [100.0]}]
        for number, one in enumerate(bins):
            self.kb("add", self.run_directory(number, one), "--experiment", f"e{number}")
        answer = json.loads(self.kb("statistics", "--component", "flux", "--json"))
        self.assertEqual([one["parameters"] for one in answer], ["n=16..31", "n=32..63", "n=256..511"])
        for one, which in zip(answer, (5, 6, 9), strict=True):
            durations = [d for of_run in bins for d in of_run.get(which, [])]
            mean = sum(durations) / len(durations)
            self.assertEqual(one["calls"], len(durations))
            self.assertEqual(one["runs"], sum(which in of_run for of_run in bins))
            self.assertAlmostEqual(one["mean_us"], mean)
            self.assertAlmostEqual(one["stddev_us"], math.sqrt(sum((d - mean) ** 2 for d in durations) / len(durations)), 5)
            self.assertEqual((one["min_us"], one["max_us"]), (min(durations), max(durations)))
        text = self.kb("statistics", "--where", "n=256..", "--csv")
        self.assertEqual([one["parameters"] for one in csv.DictReader(io.StringIO(text))], ["n=256..511"])
        self.assertEqual(len(json.loads(self.kb("statistics", "--experiment", "e0", "--json"))), 2)
        self.assertIn("flux", self.kb("statistics", "--method", "compute"))
        self.assertIn("nothing that was measured", self.warning("statistics", "--component", "none"))
        self.kb("statistics", "--where", "n=", status=2)

    def test_examples_of_the_schema_answer(self):
        self.make_decision()
        for number, implementation in enumerate(("EFM", "Godunov")):
            self.kb("add", self.run_directory(number), "--experiment", "hydro", "--name", f"run{number}", "--metadata",
                    "compiler=gcc12", "--implementation", f"flux={implementation}")
        self.kb("add", "answer.json", "models.json", "--experiment", "hydro")
        examples = re.findall(r"```sql\n(.*?)```", pathlib.Path(SCHEMA).read_text(encoding="utf-8"), re.DOTALL)
        self.assertGreaterEqual(len(examples), 10)
        for example in examples:
            rows = json.loads(self.kb("sql", example, "--json"))
            # These ask for values between two sizes and for counters, which the runs here do not have.
            expected = 1 if not ("BETWEEN" in example or "PAGE_FAULTS" in example) else 0
            self.assertGreaterEqual(len(rows), expected, example)

    def test_models_say_which_machine_they_are_of(self):
        here = {**MODEL, "implementation": "Godunov", "mean": "9 * n", "evidence": {"source": "a paper"}}
        self.write("models.json", {"format": 1, "models": [MODEL, here]})
        self.assertIn("2 models added", self.kb("add", "models.json"))
        self.assertIn("0 models added, 2 were there already", self.kb("add", "models.json"))
        models = list(csv.DictReader(io.StringIO(self.kb("models", "--csv"))))
        self.assertEqual([list(one.values()) for one in models],
                         [["flux", "EFM", "compute", "time", "2 * n us", "n=16..64", "100", "elsewhere, Another Processor"],
                          ["flux", "Godunov", "compute", "time", "9 * n us", "n=16..64", "", "a paper"]])
        self.assertIn("2 n", self.kb("models"))
        warning = self.warning("models", "-o", "out.json")
        self.assertEqual(warning.count("\n"), 1, warning)
        self.assertIn("warning: 1 of 2 models was measured on another machine (Another Processor) than ", warning)
        written = read_json(self.folder, "out.json")
        self.assertEqual([one["mean"] for one in written["models"]], ["2 * n", "9 * n"])
        self.assertEqual(self.warning("models", "--machine", "another"), "")
        self.assertEqual(self.warning("models", "--implementation", "Godunov"), "")
        self.assertEqual(json.loads(self.kb("models", "--json")), written)
        self.assertIn("no such models", self.kb("models", "--component", "none", status=1))

    def test_lists_have_everything(self):
        self.make_decision()
        self.kb("add", self.run_directory(1), "models.json", "answer.json")
        for what in ("runs", "machines", "methods", "decisions"):
            rows = json.loads(self.kb("list", what, "--json"))
            self.assertTrue(rows and self.kb("list", what))
            self.assertEqual(len(list(csv.DictReader(io.StringIO(self.kb("list", what, "--csv"))))), len(rows))
        self.assertIn("runs", self.kb("list"))
        self.assertIn("did you mean runs?", self.kb("list", "run", status=2))

    def test_nothing_is_made_of_wrong_input(self):
        self.write("broken.json", '{"format": 1,\n "models": [{"implementation": "x", "mean": "1 +"}]}')
        self.write("answer.json", '{"assembly": {}, "mean_us": 1}')
        self.write("data.txt", "x")
        (self.folder / "empty").mkdir()
        for wrong in ("broken.json", "answer.json", "data.txt", "none", "empty"):
            error = self.kb("add", wrong, status=1)
            self.assertEqual(error.count("\n"), 1, error)
            self.assertIn(wrong, error)
        self.assertIn("broken.json:2: error: ", self.kb("add", "broken.json", status=1))
        self.assertFalse((self.folder / "proxima.kb").exists())
        self.write("proxima.kb", "some notes")
        self.assertIn("proxima.kb: error: is no knowledge base", self.kb("add", self.run_directory(1), status=1))
        self.assertEqual((self.folder / "proxima.kb").read_text(), "some notes")
        for arguments in ((), ("wrong", "x"), ("add",), ("add", "x", "--metadata", "nothing"), ("list", "--csv", "--json")):
            self.kb(*arguments, status=2)


programs.main()
