"""Runs a measured program and reads its run directory with every verb of proxima, as a user's scripts would.

Usage: verbs_on_runs_test.py PROXIMA MEASURED_PROGRAM
"""

import collections
import json
import os
import shutil
import subprocess

import programs
from programs import ARGUMENTS, PROXIMA, measure, proxima, read_json, records

(PROGRAM,) = ARGUMENTS
COLUMNS = "start_ns duration_ns communication_ns rank thread instance port method callpath".split()


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
    assert nodes == {row["node"] for row in spec["dataframe"]}
    assert spec["dataframe_indices"] in (["node", "rank"], ["node", "thread"])
    assert all(metric in row for row in spec["dataframe"] for metric in
               spec["exclusive_metrics"] + spec["inclusive_metrics"] + ["name", "rank"])
    return roots


class Runs(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.evaluations = int(measure(cls.folder, PROGRAM, "proxima-run-ended"))
        measure(cls.folder, PROGRAM, "killed", "killed", status=-9)
        os.utime(cls.folder / "proxima-run-ended")

    def records(self, run, *arguments):
        return records(self.folder, run, *arguments)

    def report(self, *arguments):
        return json.loads(proxima(self.folder, "report", *arguments, "--json").stdout)

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
            environment = programs.environment(PROXIMA=f"quiet=on,output=live-{configuration},{configuration}")
            with self.subTest(configuration), subprocess.Popen([PROGRAM, "endless"], cwd=self.folder,
                                                               env=environment) as program:
                try:
                    self.read_while_it_runs(f"live-{configuration}")
                finally:
                    program.kill()

    def read_while_it_runs(self, run):
        programs.wait_until(lambda: list((self.folder / run / "records").glob("*")), "there are records")
        calls = 0
        for _ in range(20):
            done = proxima(self.folder, "report", run, "--json", "--no-parameters")
            self.assertNotIn("error", done.stderr)
            now = sum(node["calls"] for node in json.loads(done.stdout)["nodes"])
            self.assertGreaterEqual(now, calls)
            calls = now
        self.assertGreater(calls, 0)

    def test_whatever_is_recorded_all_are_counted(self):
        for number, configuration in enumerate(("records=aggregate", "records=off", "records=every:7", "limit=1K",
                                                "records=first:3", "methods=ns::Function::*=aggregate")):
            with self.subTest(configuration):
                run = f"sampled-{number}"
                evaluations = int(measure(self.folder, PROGRAM, run, configuration=configuration))
                for node in self.report(run, "--bins", "--no-parameters")["nodes"]:
                    expected = evaluations if node["name"] == "square.evaluate(double)" else 3
                    self.assertEqual(node["calls"], expected)
                    self.assertEqual(sum(bin["calls"] for bin in node["bins"]), expected)
                    self.assertAlmostEqual(sum(bin["sum_us"] for bin in node["bins"]), node["inclusive_us"], 2)
                graph = read_json(self.folder, run, "callgraph.json")
                self.assertTrue(roots_as_hatchet_finds_them(graph))
                self.assertEqual(sum(bin["calls"] for bin in graph["bins"]),
                                 sum(row["calls"] for row in graph["dataframe"]))

    def test_report_agrees_with_records(self):
        done = proxima(self.folder, "report", "--json")
        self.assertIn("reading proxima-run-ended", done.stderr)
        report = json.loads(done.stdout)
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
        self.assertGreater(run["least_overhead_share"], 0)
        self.assertGreater(run["cpu_us"], 0)
        self.assertLessEqual(run["cpu_us"], 1.01 * run["duration_us"] * os.cpu_count())
        threads = evaluate["share_of_us"] / run["whole_us"]
        self.assertAlmostEqual(evaluate["share"], evaluate["inclusive_us"] / (threads * run["whole_us"]))
        self.assertIn(round(threads, 9), range(1, 1 + len({row["thread"] for row in self.records("proxima-run-ended")})))
        self.assertLessEqual(max(node["share"] for node in report["nodes"]), 1)
        self.assertGreaterEqual(run["whole_us"], run["duration_us"])

    def test_rebuilt_call_graph_is_that_of_the_runtime(self):
        copy = self.folder / "without-callgraph"
        shutil.copytree(self.folder / "proxima-run-ended", copy)
        os.remove(copy / "callgraph.json")
        written, rebuilt = self.report("proxima-run-ended"), self.report(copy)
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
        report = self.report("killed")
        self.assertFalse(report["run"]["complete"])
        self.assertEqual(report["nodes"][0]["calls"], 2)
        self.assertEqual(sum(node["calls"] for node in report["nodes"]), self.evaluations + 3 + 2)

    def test_hatchet_can_read_the_call_graph(self):
        for spec in (json.loads(proxima(self.folder, "convert", "proxima-run-ended", "--to", "hatchet").stdout),
                     read_json(self.folder, "proxima-run-ended", "callgraph.json")):
            self.assertEqual(roots_as_hatchet_finds_them(spec), [0])
            inclusive, own = collections.Counter(), collections.Counter()
            for row in spec["dataframe"]:  # of each thread
                inclusive[row["node"]] += row["time (inc)"]
                own[row["node"]] += row["time"]
            for node, entry in spec["graph"][0].items():
                parts = own[int(node)] + sum(inclusive[child] for child in entry["children"])
                self.assertAlmostEqual(inclusive[int(node)], parts, delta=1e-6 * parts)

    def test_head_ends_the_pipe_quietly(self):
        for verb in (["records", "proxima-run-ended", "--csv"], ["records", "proxima-run-ended", "--jsonl"]):
            process = subprocess.Popen([PROXIMA, *verb], cwd=self.folder, stdout=subprocess.PIPE,
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
            (["convert", "proxima-run-ended"], 2, "--to"),
        ]:
            done = proxima(self.folder, *arguments, status=status)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))
            self.assertTrue(done.stderr.startswith(("proxima: error: ", "/nonexistent: error: ")), done.stderr)
            self.assertIn(words, done.stderr)

    def test_a_killed_run_is_not_comparable_but_shown(self):
        done = proxima(self.folder, "diff", "killed", "proxima-run-ended", "--fail-above", "5%", status=3)
        self.assertIn("Not comparable: killed has not ended, or was killed", done.stdout)
        answer = json.loads(proxima(self.folder, "diff", "killed", "proxima-run-ended", "--json", status=3).stdout)
        self.assertFalse(answer["comparable"])
        self.assertIsNone(answer["whole"]["changed"])
        self.assertTrue(all(node["own"]["ratio"] is None for node in answer["nodes"]))
        proxima(self.folder, "view", "killed", "-o", "killed.html")
        run = self.report("killed")["run"]
        self.assertIsNone(run["duration_us"])
        self.assertEqual(run["invocations"], sum(node["calls"] for node in self.report("killed")["nodes"]))

    def test_two_programs_are_run_in_turns(self):
        ab = ["ab", "-n", "3", "--json", "-o"]
        answer = json.loads(proxima(self.folder, *ab, "turns", "--", PROGRAM, "--", PROGRAM, "").stdout)
        self.assertEqual(answer["obstacles"], [])
        self.assertEqual([len(answer["base"]), len(answer["new"])], [3, 3])
        starts = {name: read_json(self.folder, "turns", name, "run.json")["start"]
                  for name in ["base1", "new1", "new2", "base2", "base3", "new3"]}
        self.assertEqual(list(starts), sorted(starts, key=starts.get))
        for left in [["turns", "--", PROGRAM, "--", PROGRAM], ["other", "--", PROGRAM, "--", "false"],
                     ["third", "--", PROGRAM], ["fourth", "--", "true", "--", PROGRAM]]:
            done = proxima(self.folder, *ab, *left, status=2)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


programs.main()
