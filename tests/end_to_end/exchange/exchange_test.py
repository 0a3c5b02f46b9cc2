"""Converts measured runs into the formats of other tools, and reads them back with those tools, or with readers
written from their formats.

Usage: exchange_test.py PROXIMA MEASURED_PROGRAM HOSTILE_PROGRAM SPEEDSCOPE

SPEEDSCOPE is the folder of that package; what is not installed is left out, and said.
"""

import collections
import csv
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess

import programs
from programs import ARGUMENTS, measure, proxima

PROGRAM, HOSTILE, SPEEDSCOPE = ARGUMENTS
TEXTS = ["hatchet", "collapsed", "dot", "openmetrics", "chrome", "speedscope"]
DIRECTORIES = ["otf2", "tau"]


def invocations_of_chrome(trace):
    """Counts slices and adds up their nanoseconds, by process, thread and name. Fails where the slices of a thread overlap
    without being nested, or where a reader would take a number for none. Cuts numbers to nanoseconds as Perfetto's
    importer does, which drops a slice that ends after the one around it."""
    threads = collections.defaultdict(list)
    found = collections.defaultdict(lambda: [0, 0])
    for event in trace["traceEvents"]:
        assert event["pid"] > 0 and event["tid"] > 0, event
        if event["ph"] == "M":
            continue
        assert event["ph"] == "X"
        begin, duration = int(1000.0 * event["ts"]), int(1000.0 * event["dur"])
        threads[event["pid"], event["tid"]].append((begin, -duration))
        of_name = found[event["pid"] - 1, event["tid"] - 1, event["name"]]
        of_name[0] += 1
        of_name[1] += duration
    for slices in threads.values():
        open_ends = []
        for begin, negative in sorted(slices):
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            assert not open_ends or begin - negative <= open_ends[-1]
            open_ends.append(begin - negative)
    return found


def tau_profile(path):
    """Routines and call paths of a profile, as its format says."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    count = int(re.fullmatch(r"(\d+) templated_functions_MULTI_\w+", lines[0])[1])
    assert lines[1].startswith("# Name Calls Subrs Excl Incl ProfileCalls # <metadata>")
    found = {}
    for line in lines[2:2 + count]:
        name, calls, subroutines, exclusive, inclusive, group = re.fullmatch(
            r'"([^"]*)" (\S+) (\S+) (\S+) (\S+) 0 GROUP="(\w+)"', line).groups()
        assert group == ("TAU_CALLPATH" if " => " in name else "TAU_DEFAULT")
        found[name] = int(calls), int(subroutines), float(exclusive), float(inclusive)
    assert lines[2 + count:] == ["0 aggregates", "0 userevents", "# eventname numevents max min mean sumsqr", ""]
    return found


class Exchange(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        measure(cls.folder, PROGRAM, "run1")
        measure(cls.folder, PROGRAM, "killed", "killed", status=-9)
        measure(cls.folder, HOSTILE, "hostile")
        cls.rows = list(csv.DictReader(io.StringIO(proxima(cls.folder, "records", "run1").stdout)))

    @classmethod
    def text(cls, run, form):
        return proxima(cls.folder, "convert", run, "--to", form).stdout

    def converted(self, run, form):
        target = self.folder / f"{run}.{form}"
        proxima(self.folder, "convert", run, "--to", form, "-o", target, "--force")
        return target

    def foreign(self, program, *arguments):
        """Returns the output of another tool; skips the test where it is not installed."""
        if shutil.which(program) is None:
            self.skipTest(f"{program} is not installed")
        done = subprocess.run([program, *arguments], capture_output=True, timeout=300)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode("utf-8")

    def refused(self, *arguments, status=1, **how):
        """Checks that a conversion fails with one line and leaves nothing but the runs."""
        done = proxima(self.folder, "convert", *arguments, status=status, **how)
        self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), (arguments, done.stderr))
        self.assertIn("error: ", done.stderr)
        self.assertEqual([path for path in self.folder.iterdir() if "left" in path.name], [])
        return done.stderr

    def recorded(self):
        """Counts records and adds up their microseconds, by thread and name."""
        found = collections.defaultdict(lambda: [0, 0.0])
        for row in self.rows:
            of_name = found[int(row["rank"]), int(row["thread"]), f'{row["instance"]}.{row["method"]}']
            of_name[0] += 1
            of_name[1] += int(row["duration_ns"]) / 1000
        return found

    def test_a_chrome_trace_nests_and_has_every_invocation(self):
        found, recorded = invocations_of_chrome(json.loads(self.text("run1", "chrome"))), self.recorded()
        self.assertEqual({key: count for key, (count, _) in found.items()},
                         {key: count for key, (count, _) in recorded.items()})
        for key, (count, ns) in found.items():  # and what the runtime did in between
            self.assertGreaterEqual(ns, round(1000 * recorded[key][1]) - count)

    def test_parameters_are_arguments_of_a_chrome_trace(self):
        events = json.loads(self.text("run1", "chrome"))["traceEvents"]
        integrate = [event["args"] for event in events if event["ph"] == "X" and event["name"] == "midpoint.integrate"]
        self.assertIn({"communication_us": 0, "points": 50000, "rule": "open", "label": 'a, "quoted" label'}, integrate)

    def imported_by_speedscope(self, file):
        """Profiles by thread."""
        if not os.path.isdir(SPEEDSCOPE):
            self.skipTest("speedscope is not installed")
        importer = pathlib.Path(__file__).with_name("import_speedscope.js")
        said = self.foreign("node", importer, SPEEDSCOPE, file)  # complains of events that do not nest
        profiles = {int(re.match(r"rank 0.*, thread (\d+)", profile["name"])[1]): profile for profile in json.loads(said)["profiles"]}
        self.assertEqual(len(profiles), 3)
        return profiles

    def test_speedscope_imports_its_format(self):
        recorded = self.recorded()
        for thread, profile in self.imported_by_speedscope(self.converted("run1", "speedscope")).items():
            self.assertEqual(profile["unit"], "nanoseconds")
            opened = [name for kind, name, _ in profile["events"] if kind == "O"]
            # It merges calls that touch, and drops those within a step of the clock.
            self.assertEqual(opened.count("midpoint.integrate"), recorded[0, thread, "midpoint.integrate"][0])
            self.assertGreater(opened.count("square.evaluate(double)"), 1000)

    def test_speedscope_imports_chrome_traces(self):
        trace = json.loads(self.text("run1", "chrome"))
        trace["traceEvents"] = [event for event in trace["traceEvents"] if event["args"].get("i", 0) < 2000]  # all take minutes
        some = self.folder / "some.chrome"
        some.write_text(json.dumps(trace), encoding="utf-8")
        for profile in self.imported_by_speedscope(some).values():
            opened = collections.Counter(name.split(" {")[0] for kind, name, _ in profile["events"] if kind == "O")
            self.assertEqual(opened["midpoint.integrate"], 1)
            self.assertGreater(opened["square.evaluate(double)"], 1500)
            depth = most = 0
            for kind, _, _ in profile["events"]:
                depth += 1 if kind == "O" else -1
                most = max(most, depth)
            self.assertEqual(most, 2)

    def otf2_events(self, run):
        trace = self.converted(run, "otf2") / "traces.otf2"
        return self.foreign("otf2-print", trace), self.foreign("otf2-print", "-G", trace)

    def test_otf2_prints_every_invocation(self):
        events, definitions = self.otf2_events("run1")
        stacks, last, found = collections.defaultdict(list), {}, collections.defaultdict(lambda: [0, 0.0])
        for kind, location, at, name in re.findall(r'^(ENTER|LEAVE) +(\d+) +(\d+) +Region: "(.*)" <\d+>', events, re.M):
            self.assertGreaterEqual(int(at), last.get(location, 0))
            last[location] = int(at)
            if kind == "ENTER":
                stacks[location].append((name, int(at)))
            else:
                opened, start = stacks[location].pop()
                self.assertEqual(opened, name)
                found[name][0] += 1
                found[name][1] += (int(at) - start) / 1000
        recorded = collections.Counter()
        for (_, _, name), (count, _) in self.recorded().items():
            recorded[name] += count
        self.assertEqual({name: count for name, (count, _) in found.items()}, recorded)
        self.assertIn('"a, "quoted" label"', events)
        self.assertEqual(len(re.findall(r"^PARAMETER_INT64 .*Value: 50000$", events, re.M)), 3)
        self.assertEqual(len(re.findall(r"^LOCATION .*CPU_THREAD", definitions, re.M)), 3)
        self.assertRegex(definitions, r"CLOCK_PROPERTIES .*1000000000")

    def hatchet(self, run):
        return json.loads(self.text(run, "hatchet"))

    def call_graph(self, run):
        """The threads of a rank together, as the runtime writes it."""
        return programs.read_json(self.folder, run, "callgraph.json")

    def test_hatchet_finds_rows_that_it_can_index(self):
        """Its filter, query, unify and deepcopy hash what `data` of a node has, and index rows by `dataframe_indices`: by
        two at most, because filter() of Hatchet 2024.1 takes (node, rank, thread) and a column for a key of two."""
        content = self.hatchet("run1")
        for tree in [*content["graph"], *self.call_graph("run1")["graph"]]:
            for node in tree.values():
                self.assertEqual({type(value) for value in node["data"].values()}, {str})
        self.assertEqual(content["dataframe_indices"], ["node", "thread"])
        keys = [tuple(row[index] for index in content["dataframe_indices"]) for row in content["dataframe"]]
        self.assertEqual(len(keys), len(set(keys)))
        for node in {node for node, _ in keys}:  # its tree() and to_flamegraph() index each node with thread 0
            self.assertIn((node, 0), keys)
        for row in content["dataframe"]:
            self.assertLessEqual(row["time"], row["time (inc)"])

    def test_threads_stay_apart(self):
        """No thread takes longer than the run."""
        duration = programs.read_json(self.folder, "run1", "run.json")["duration_us"]
        for row in self.hatchet("run1")["dataframe"]:
            self.assertLessEqual(row["time (inc)"], 1.001 * duration)
        recorded = collections.Counter(row["thread"] for row in self.rows)
        self.assertEqual(len(recorded), 3)
        calls = collections.Counter()
        for thread, count in re.findall(r'^proxima_calls_total\{.*rank="0",thread="(\d+)".*\} (\d+)', self.text("run1", "openmetrics"),
                                        re.M):
            calls[thread] += int(count)
        self.assertEqual(calls, recorded)

    def test_tau_profiles_have_the_call_graph(self):
        files = sorted(self.converted("run1", "tau").iterdir())
        self.assertEqual([file.name for file in files], [f"profile.0.0.{number}" for number in range(3)])
        found = {}
        for file in files:
            for name, values in tau_profile(file).items():
                found[name] = tuple(map(sum, zip(found.get(name, (0, 0, 0, 0)), values)))
        rows = {row["name"]: row for row in self.call_graph("run1")["dataframe"]}
        self.assertEqual(set(found), set(rows) | {f"midpoint.integrate => {name}" for name in rows
                                                  if name.startswith("square")})
        for name, row in rows.items():
            calls, subroutines, exclusive, inclusive = found[name]
            self.assertEqual(calls, row["calls"])
            self.assertAlmostEqual(exclusive, row["time"], places=6)
            self.assertAlmostEqual(inclusive, row["time (inc)"], places=6)
        self.assertEqual(found["midpoint.integrate"][1], sum(row["calls"] for row in rows.values()) - 3)

    def round_trip(self, form, run):
        source = self.converted(run, form)
        proxima(self.folder, "convert", "--from", form, source, "-o", f"again-{form}-{run}", "--force")
        return self.hatchet(f"again-{form}-{run}")

    def test_profiles_come_back(self):
        columns = {"hatchet": ["name", "rank", "calls", "time", "time (inc)", "min", "max", "stddev"],
                   "tau": ["name", "rank", "calls", "time", "time (inc)"]}
        for form, kept in columns.items():
            was, now = self.call_graph("run1"), self.round_trip(form, "run1")
            rows = [sorted(tuple(row[key] for key in kept) for row in content["dataframe"]) for content in (was, now)]
            self.assertEqual(len(rows[0]), len(rows[1]))
            for before, after in zip(*rows):  # threads are added up in another order
                self.assertEqual(before[:3], after[:3])
                for left, right in zip(before[3:], after[3:]):
                    self.assertAlmostEqual(left, right, delta=1e-6 * abs(left))
            self.assertIn("midpoint.integrate", proxima(self.folder, "report", f"again-{form}-run1").stdout)
            proxima(self.folder, "diff", f"again-{form}-run1", f"again-{form}-run1")

    def test_openmetrics_count_calls(self):
        text = self.text("run1", "openmetrics")
        calls = collections.Counter()
        for path, count in re.findall(r'^proxima_calls_total\{.*callpath="([^"]*)".*\} (\d+)', text, re.M):
            calls[path] += int(count)
        evaluations = sum(row["x"] != "" for row in self.rows)
        self.assertEqual(calls["midpoint.integrate;square.evaluate(double)"], evaluations)

    def test_prometheus_takes_openmetrics(self):
        if shutil.which("promtool") is None:
            self.skipTest("prometheus is not installed")
        for name in ["run1", "hostile"]:
            programs.run(self.folder, "promtool", "tsdb", "create-blocks-from", "openmetrics",
                         self.converted(name, "openmetrics"), name + ".tsdb")

    def test_graphviz_draws(self):
        for name in ["run1", "hostile"]:
            self.foreign("dot", "-Tsvg", "-o", os.devnull, self.converted(name, "dot"))

    def test_hostile_names_stay_names(self):
        for form in TEXTS:
            text = self.text("hostile", form)  # is UTF-8
            self.assertFalse(set(text) - {"\n"} & {chr(code) for code in range(32)}, form)
        self.assertTrue(invocations_of_chrome(json.loads(self.text("hostile", "chrome"))))
        json.loads(self.text("hostile", "speedscope"))
        self.assertTrue(tau_profile(self.converted("hostile", "tau") / "profile.0.0.0"))
        self.round_trip("tau", "hostile")
        rows = csv.DictReader(io.StringIO(proxima(self.folder, "records", "hostile").stdout))
        self.assertEqual(len(list(rows)), 6)
        nodes = json.loads(proxima(self.folder, "report", "hostile", "--json").stdout)["nodes"]
        self.assertEqual([parameter["count"] for node in nodes for parameter in node["parameters"]], 4 * [3])
        self.otf2_events("hostile")

    def test_a_killed_run_is_converted(self):
        for form in TEXTS:
            self.text("killed", form)
        for form in DIRECTORIES:
            self.converted("killed", form)

    def test_names_in_a_line_what_it_cannot_convert(self):
        (self.folder / "nothing").mkdir()
        measure(self.folder, PROGRAM, "unrecorded", configuration="records=off")
        (self.folder / "foreign.json").write_text('{"graph": 1}')
        for arguments, status in [(["nothing", "--to", "chrome"], 1), (["missing", "--to", "dot"], 1),
                                  (["unrecorded", "--to", "otf2", "-o", "left"], 1),
                                  (["run1", "--to", "perfetto"], 2), (["run1", "--to", "otf2"], 2), (["run1"], 2),
                                  (["--from", "hatchet", "foreign.json", "-o", "left"], 1),
                                  (["--from", "tau", "foreign.json", "-o", "left"], 1),
                                  (["--from", "tau", "nothing", "-o", "left"], 1)]:
            self.refused(*arguments, status=status)

    def test_a_target_that_exists_is_kept(self):
        for form in ["chrome", "otf2"]:
            target = self.converted("run1", form)
            before = os.stat(target).st_mtime_ns
            self.assertIn("--force", self.refused("run1", "--to", form, "-o", target))
            self.assertEqual(os.stat(target).st_mtime_ns, before)
        mine = self.folder / "mine" / "thesis.tex"
        mine.parent.mkdir()
        mine.touch()
        self.refused("run1", "--to", "otf2", "-o", "mine", "--force")
        self.assertEqual(list(mine.parent.iterdir()), [mine])

    def test_a_full_disk_leaves_nothing(self):
        def is_full():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 12, 1 << 12))

        for form in ["chrome", "speedscope", "otf2"]:
            self.refused("run1", "--to", form, "-o", "left", preexec_fn=is_full)


programs.main()
