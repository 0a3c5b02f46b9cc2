"""Runs a measured program and reads its run directory with every verb of proxima, as a user's scripts would.

Usage: verbs_on_runs_test.py PROXIMA MEASURED_PROGRAM
"""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
COLUMNS = "start_ns duration_ns communication_ns rank thread instance port method callpath".split()


def proxima(*arguments, directory, status=0):
    """What proxima writes, and what it says on standard error."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    environment.pop("COLUMNS", None)
    done = subprocess.run([PROXIMA, *arguments], cwd=directory, capture_output=True, env=environment, timeout=120)
    assert done.returncode == status, (arguments, done.returncode, done.stderr.decode())
    return done.stdout.decode(), done.stderr.decode()


def roots_as_hatchet_finds_them(spec):
    """The steps of Hatchet's reader of JSON (GraphFrame.from_json), which fail where it would fail."""
    parents, roots = {}, []
    for tree in spec["graph"]:
        for node in tree.values():
            assert node["data"]["name"] and node["data"]["type"]
            for child in node["children"]:
                assert str(child) in tree  # a child is looked up in the object of its root
                parents.setdefault(int(child), []).append(node)
        roots += [int(node) for node in tree if int(node) not in parents]
    assert all(len(of_node) == 1 for of_node in parents.values())
    nodes = {int(node) for tree in spec["graph"] for node in tree}
    assert nodes == {row["node"] for row in spec["dataframe"]} and spec["dataframe_indices"] == ["node", "rank"]
    assert all(metric in row for row in spec["dataframe"] for metric in
               spec["exclusive_metrics"] + spec["inclusive_metrics"] + ["name", "rank"])
    return roots


class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp(prefix="proxima-test-")
        cls.evaluations = cls.measure("proxima-run-ended")
        cls.measure("killed", "killed")
        ended = os.path.join(cls.directory, "proxima-run-ended")
        os.utime(ended)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.directory)

    @classmethod
    def measure(cls, run, *arguments, configuration=""):
        environment = {**os.environ, "PROXIMA": f"output={run},quiet=on,{configuration}".rstrip(",")}
        done = subprocess.run([PROGRAM, *arguments], cwd=cls.directory, env=environment, capture_output=True)
        return int(done.stdout)

    def records(self, run, *arguments):
        text, _ = proxima("records", run, "--csv", *arguments, directory=self.directory)
        return list(csv.DictReader(io.StringIO(text)))

    def test_every_invocation_is_a_record(self):
        rows = self.records("proxima-run-ended")
        self.assertEqual(list(rows[0])[: len(COLUMNS)], COLUMNS)
        self.assertEqual(sum(row["x"] != "" for row in rows), self.evaluations)
        self.assertEqual(len(rows), self.evaluations + 3 + 3)

    def test_parameters_keep_their_values_and_types(self):
        rows = [row for row in self.records("proxima-run-ended", "--method", "evaluate") if row["x"]]
        points = self.evaluations // 3
        by_thread = {}
        for row in rows:
            by_thread.setdefault(row["thread"], []).append(row)
        self.assertEqual(len(by_thread), 3)
        for of_thread in by_thread.values():
            self.assertEqual([int(row["i"]) for row in of_thread], list(range(points)))
            self.assertEqual([float(row["x"]) for row in of_thread], [(i + 0.5) / points for i in range(points)])
            self.assertEqual([row["last"] for row in of_thread], ["false"] * (points - 1) + ["true"])
        integrals = self.records("proxima-run-ended", "--method", "ns::Integrator::integrate")
        self.assertEqual(sorted((row["rule"], row["label"]) for row in integrals),
                         [("closed", "plain")] * 2 + [("open", 'a, "quoted" label')])

    def test_a_run_that_goes_on_is_read_as_far_as_it_is(self):
        for configuration in ("records=all", "records=every:7"):
            environment = {**os.environ, "PROXIMA": f"quiet=on,output=live-{configuration},{configuration}"}
            with self.subTest(configuration), subprocess.Popen([PROGRAM, "endless"], cwd=self.directory,
                                                               env=environment) as program:
                try:
                    self.read_while_it_runs(f"live-{configuration}")
                finally:
                    program.kill()

    def read_while_it_runs(self, run):
        records = os.path.join(self.directory, run, "records")
        while not os.path.isdir(records) or not os.listdir(records):
            time.sleep(0.01)
        calls = 0
        for _ in range(20):
            text, said = proxima("report", run, "--json", "--no-parameters", directory=self.directory)
            self.assertNotIn("error", said)
            now = sum(node["calls"] for node in json.loads(text)["nodes"])
            self.assertGreaterEqual(now, calls)
            calls = now
        self.assertGreater(calls, 0)

    def test_whatever_is_recorded_all_are_counted(self):
        for number, configuration in enumerate(("records=aggregate", "records=off", "records=every:7", "limit=1K",
                                                "records=first:3", "methods=ns::Function::*=aggregate")):
            with self.subTest(configuration):
                run = f"sampled-{number}"
                evaluations = self.measure(run, configuration=configuration)
                text, _ = proxima("report", run, "--json", "--bins", "--no-parameters", directory=self.directory)
                for node in json.loads(text)["nodes"]:
                    expected = evaluations if node["name"] == "square.evaluate(double)" else 3
                    self.assertEqual(node["calls"], expected)
                    self.assertEqual(sum(bin["calls"] for bin in node["bins"]), expected)
                    self.assertAlmostEqual(sum(bin["sum_us"] for bin in node["bins"]), node["inclusive_us"], 2)
                with open(os.path.join(self.directory, run, "callgraph.json")) as file:
                    graph = json.load(file)
                self.assertTrue(roots_as_hatchet_finds_them(graph))
                self.assertEqual(sum(bin["calls"] for bin in graph["bins"]),
                                 sum(row["calls"] for row in graph["dataframe"]))

    def test_report_agrees_with_records(self):
        text, said = proxima("report", "--json", directory=self.directory)
        self.assertIn("reading proxima-run-ended", said)
        report = json.loads(text)
        nodes = {node["name"]: node for node in report["nodes"]}
        self.assertEqual(sorted(nodes), ["midpoint.integrate", "square.evaluate()", "square.evaluate(double)"])
        evaluate = nodes["square.evaluate(double)"]
        self.assertEqual(evaluate["calls"], self.evaluations)
        durations = [int(row["duration_ns"]) for row in self.records("proxima-run-ended") if row["x"]]
        self.assertAlmostEqual(evaluate["inclusive_us"], sum(durations) / 1000, delta=0.001 * len(durations))
        self.assertAlmostEqual(evaluate["max_us"], max(durations) / 1000, delta=0.002)
        x = next(parameter for parameter in evaluate["parameters"] if parameter["name"] == "x")
        self.assertAlmostEqual(x["mean"], 0.5)
        run = report["run"]
        self.assertGreater(run["overhead_share"], 0)
        self.assertGreater(run["cpu_us"], 0)
        self.assertLessEqual(run["cpu_us"], 1.01 * run["duration_us"] * os.cpu_count())
        self.assertAlmostEqual(evaluate["share"], evaluate["inclusive_us"] / run["whole_us"])
        self.assertGreaterEqual(run["whole_us"], run["duration_us"])

    def test_rebuilt_call_graph_is_that_of_the_runtime(self):
        copy = os.path.join(self.directory, "without-callgraph")
        shutil.copytree(os.path.join(self.directory, "proxima-run-ended"), copy)
        os.remove(os.path.join(copy, "callgraph.json"))
        written = json.loads(proxima("report", "proxima-run-ended", "--json", directory=self.directory)[0])
        rebuilt = json.loads(proxima("report", copy, "--json", directory=self.directory)[0])
        self.assertEqual(len(written["nodes"]), len(rebuilt["nodes"]))
        for left, right in zip(written["nodes"], rebuilt["nodes"]):
            for key in ("name", "port", "signature", "calls", "depth", "parameters"):
                self.assertEqual(left[key], right[key])
            for key in ("inclusive_us", "exclusive_us", "min_us", "max_us", "mean_us", "stddev_us"):
                self.assertAlmostEqual(left[key], right[key], delta=1e-3 * left[key] + 1e-3, msg=key)

    def test_a_killed_run_has_all_but_the_open_call(self):
        rows = self.records("killed")
        self.assertEqual(sum(row["x"] != "" for row in rows), self.evaluations)
        self.assertEqual(sum(row["method"] == "integrate" for row in rows), 2)
        report = json.loads(proxima("report", "killed", "--json", directory=self.directory)[0])
        self.assertFalse(report["run"]["complete"])
        self.assertEqual(report["nodes"][0]["calls"], 2)
        self.assertEqual(sum(node["calls"] for node in report["nodes"]), self.evaluations + 3 + 2)

    def test_hatchet_can_read_the_call_graph(self):
        text, _ = proxima("callgraph", "proxima-run-ended", "--json", directory=self.directory)
        with open(os.path.join(self.directory, "proxima-run-ended", "callgraph.json")) as written_by_the_runtime:
            for spec in (json.loads(text), json.load(written_by_the_runtime)):
                self.assertEqual(roots_as_hatchet_finds_them(spec), [0])
                rows = {row["node"]: row for row in spec["dataframe"]}
                for node, entry in spec["graph"][0].items():
                    children = sum(rows[child]["time (inc)"] for child in entry["children"])
                    row = rows[int(node)]
                    self.assertAlmostEqual(row["time (inc)"], row["time"] + children, delta=1e-6 * row["time (inc)"])

    def test_head_ends_the_pipe_quietly(self):
        for verb in (["records", "proxima-run-ended", "--csv"], ["records", "proxima-run-ended", "--jsonl"]):
            process = subprocess.Popen([PROXIMA, *verb], cwd=self.directory, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.wait(timeout=60), 0)
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()

    def test_errors_are_one_line_with_a_status(self):
        for arguments, status, words in [
            (["reprot"], 2, "did you mean report?"),
            (["records", "proxima-run-ended", "--method", "evalaute"], 2, "did you mean ns::Function::evaluate"),
            (["report", "/nonexistent"], 1, "no such file or directory"),
            (["callgraph", "proxima-run-ended"], 2, "--dot"),
        ]:
            text, said = proxima(*arguments, directory=self.directory, status=status)
            self.assertEqual(text, "")
            self.assertEqual(len(said.splitlines()), 1)
            self.assertTrue(said.startswith(("proxima: error: ", "/nonexistent: error: ")), said)
            self.assertIn(words, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
