"""Hostile files, each read by the verbs that take such a file. Each verb ends and says in lines what is wrong. It takes at most
20 times the input plus 50 MB.

Usage: memory_test.py PROXIMA PROXIMA_GEN MEASURED_PROGRAM [TEST...]
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import unittest

import programs
import record_files as files
from programs import ARGUMENTS, PROXIMA

GENERATOR, PROGRAM, *TESTS = ARGUMENTS
PROXIMA, GENERATOR, PROGRAM = map(os.path.abspath, (PROXIMA, GENERATOR, PROGRAM))
SHARED_PAGES = 50_000_000  # program and libraries, before anything is read

# The peak of a process includes that of the one which forked it, so a small one does.
MEASURE = """
import os, signal, sys
child = os.fork()
if child == 0:
    os.dup2(2, 1)
    signal.alarm(300)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(status, usage.ru_maxrss)
"""


MODEL = '{"implementation":"a","mean":"1"'
SIZE = 6_000_000


def repeated(text):
    return "[" + (text + ",") * (SIZE // (len(text) + 1)) + text + "]"


# The contents that take most memory, compared with their text, in one or the other reader.
FILLERS = {"zeros": repeated("0"), "objects": repeated("{}"), "strings": repeated('""'), "deep": "[" * SIZE + "]" * SIZE,
           "keys": "{" + ",".join(f'"{i:x}":0' for i in range(SIZE // 10)) + "}"}
# Files of a run: the document around a filler, an element that is right, and verbs that read it.
RUN_FILES = {
    "run.json": ('{"format":1,"command":%s}', '"a"', ("report", "kb", "recover")),
    "mpi.json": ('{"format":1,"size":2,"paths":%s}', '{"path":"a"}', ("report", "view", "top")),
    "attention.json": ('{"format":1,"false_alarms":0,"events":%s}', '{"sensor":"s","method":"m"}', ("report", "top")),
    "decisions.json": ('{"format":1,"safe_point":"a","swaps":%s}', '{"instance":"a","from":"b","to":"c"}', ("report",)),
    "components.json": ('{"format":1,"classes":{"a":%s}}', '"b"', ("fit",)),
    "callgraph.json": ('{"proxima":{"format":1},"graph":[{"0":{"data":{"name":"a"},"children":%s}}],"dataframe":[]}', "1",
                       ("report", "view", "recover"))}
VERBS = {"report": ("report", "run", "--json"), "view": ("view", "run", "-o", "page.html"), "top": ("top", "run", "--once"),
         "kb": ("kb", "--base", "b.kb", "add", "run"), "recover": ("recover", "run"), "fit": ("fit", "run", "-o", "m.json")}
# Files by themselves.
FILES = {
    "models.json": ('{"format":1,"models":%s}', MODEL + "}", ("kb", "--base", "b.kb", "add", "models.json")),
    "answer.json": ('{"assembly":{"a":"b"},"mean_us":1,"more":%s}', "1", ("kb", "--base", "b.kb", "add", "answer.json")),
    "selection.json": ('{"format":1,"families":%s}', '{"name":"a","implementations":["b"]}', ("select", "selection.json")),
    "platform.json": ('{"format":1,"platform":"a","quantities":%s}', '{"name":"a","value":1}',
                      ("predict", "platform.json", "--on", "platform.json")),
    "model.json": ('{"format":1,"application":"a","notes":%s}', '"a"', ("attribute", "run", "--model", "model.json")),
    "study.json": ('{"format":1,"name":"s","command":%s}', '"a"', ("study", "study.json", "--dry-run")),
    "port.json": ('{"classes":%s}', '{"include":"a"}', None),
    "lines.jsonl": ('{"params":{"p":1},"value":%s}', "1", ("fit", "lines.jsonl", "-o", "m.json"))}


def wide_graph():
    """Many methods and many ranks: what has a value for each pair takes the product of both."""
    count = SIZE // 110
    nodes = ",".join(f'"{i}":{{"data":{{"name":"a{i}"}},"children":[]}}' for i in range(count))
    rows = ",".join(f'{{"node":{i},"rank":{i},"calls":1,"time":1,"time (inc)":1}}' for i in range(count))
    return f'{{"proxima":{{"format":1}},"graph":[{{{nodes}}}],"dataframe":[{rows}]}}'


def many_tables(count, per_node, words):
    """Methods with calls whose parameters all differ: readers keep points apart."""
    columns = [files.column(name=f"{i:x}") for i in range(words)]
    parts = [files.method(i, columns) for i in range(count)] + [files.node(i + 1, 0, i) for i in range(count)]
    most = max(65536 // per_node // max(words // 64, 1), 1)
    blocks = [range(first + 1, min(first + most, count) + 1) for first in range(0, count, most)]
    return files.record_file(*parts, *(files.block(i, nodes, per_node, words) for i, nodes in enumerate(blocks)),
                             invocations=count * per_node)


def deep_chain(count):
    parts = [files.node(i + 1, i) for i in range(count)]
    blocks = [files.block(0, range(1, min(count, 1024) + 1), 64, 0)]
    return files.record_file(files.method(0), *parts, *blocks, invocations=64 * min(count, 1024))


def many_series():
    """Parameters that have a few values each, in calls that communicate."""
    count, per_method = 400, 300
    parts = [files.method(i, [files.column(name=f"{i:x}.{j:x}") for j in range(per_method)]) for i in range(count)]
    parts += [files.node(i + 1, 0, i) for i in range(count)]
    values = (files.block(i, [i + 1], 64, per_method) for i in range(count))
    return files.record_file(*parts, *values, invocations=64 * count)


# Small record files that ask for much memory: definitions, statistics, and invocations in few bytes.
RECORD_FILES = {
    "methods": lambda: files.record_file(*(files.method(i) for i in range(20_000)), invocations=0),
    "constants": lambda: files.record_file(files.method(0, [files.column(files.ENUMERATION, "e", SIZE // 12)]), invocations=0),
    "columns": lambda: files.record_file(*(files.method(i, [files.column()] * 1024) for i in range(SIZE // 13_500)), invocations=0),
    "instances": lambda: files.record_file(files.method(0), *(files.node(i + 1, 0, 0, f"{i:x}") for i in range(30_000)), invocations=0),
    "call paths": lambda: files.record_file(files.method(0), *(files.node(i + 1, i) for i in range(292_000))),
    "names put together": lambda: files.record_file(files.method(0, [], "s" * 60_000), *(
        files.node(i + 1, 0, 0, f"{i:x}") for i in range(3000))),
    "parameters of many nodes": lambda: files.record_file(
        files.method(0, [files.column()] * 1024), *(files.node(i + 1, 0, 0, f"{i:x}") for i in range(1000)),
        *(files.block(i, [i + 1], 64, 1024) for i in range(1000)), invocations=64_000),
    "chain": lambda: deep_chain(60_000),
    "bins": lambda: files.record_file(files.method(0, [files.column()]), *(files.node(i + 1) for i in range(2000)), *(
        kind((i // 250 + 1, i % 250 - 125) for i in range(SIZE // bytes_each // 2))
        for kind, bytes_each in ((files.statistics, 64), (files.untimed, 16)))),
    "points": lambda: many_tables(1000, 4096, 1), "methods with points": lambda: many_tables(6000, 64, 1),
    "points of many parameters": lambda: many_tables(16, 4096, 1000), "series": many_series}
RECORD_VERBS = [VERBS["report"], ("report", "run", "--bins"), VERBS["view"], VERBS["kb"], (*VERBS["fit"], "-v"), VERBS["recover"]]
OTHER_VERBS = {"chain": [*RECORD_VERBS, ("records", "run", "--csv"), ("fit", "run", "--by", "path"),
                        ("convert", "run", "--to", "chrome", "-o", "lines"), ("convert", "run", "--to", "openmetrics", "-o", "lines")],
               "points": [*RECORD_VERBS, VERBS["fit"]]}


def tau_lines(names, behind=""):
    lines = [f'"{name}" 1 0 1 1 0{behind}' for name in names]
    return f"{len(lines)} templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls #\n" + "\n".join(lines) + "\n"


def many_ranks():
    ranks = {f"profile.{rank}.0.0": tau_lines([f"{rank:x}"]) for rank in range(2000)}
    return {**ranks, "profile.0.0.0": tau_lines(f"{i:x}" for i in range(100_000))}


def many_metrics():
    long = tau_lines(f"routine number {i} of many" for i in range(60_000))
    return {"MULTI__TIME/profile.0.0.0": long, **{f"MULTI__{i}/profile.0.0.0": tau_lines("a") for i in range(400)}}


# Profiles of TAU, as files of a directory.
PROFILES = {
    "routines": lambda: {"profile.0.0.0": tau_lines(f"{i:x}" for i in range(400_000))},
    "real lines": lambda: {"profile.0.0.0": tau_lines((f"int routine_{i}(double)" for i in range(200_000)), ' GROUP="TAU_USER"')},
    "deep": lambda: {"profile.0.0.0": tau_lines(
        " => ".join(f"{i:x}" for i in range(n, n + 4096)) for n in range(0, 400_000, 4096))},
    "real paths": lambda: {"profile.0.0.0": tau_lines(
        (f"main => solve => f{i % 600} => g{i}" for i in range(150_000)), ' GROUP="TAU_CALLPATH"')},
    "name": lambda: {"profile.0.0.0": tau_lines(["\\" * SIZE])},
    "names": lambda: {"profile.0.0.0": tau_lines("\\" * 65_000 + str(i) for i in range(100))},
    "ranks": many_ranks, "metrics": many_metrics,
    "threads": lambda: {f"profile.0.0.{i}": tau_lines(f"routine {j}" for j in range(300)) for i in range(500)}}


class Memory(programs.FreshTest):
    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def peak_of(self, *command):
        """Runs it; returns its wait status, peak memory in bytes and output."""
        output = self.folder / "output"
        with open(output, "w", encoding="utf-8") as file:
            done = subprocess.run([sys.executable, "-S", "-c", MEASURE, *map(str, command)], cwd=self.folder, stderr=file,
                                  stdout=subprocess.PIPE, env=programs.environment(), check=True)
        status, kilobytes = map(int, done.stdout.split())
        with open(output, encoding="utf-8", errors="replace") as file:
            return status, kilobytes * 1024, file.read(4000)

    def expect_within(self, what, *command, size):
        """Returns the exit status and the first words."""
        status, peak, said = self.peak_of(*command)
        with self.subTest(what=what, command=[str(word)[-60:] for word in command]):
            limit = 20 * size + SHARED_PAGES
            self.assertTrue(os.WIFEXITED(status), f"signal {status}: {said}")
            self.assertLessEqual(peak, limit, f"{peak / limit:.2f} of the limit; {said[:300]}")
            self.assertNotIn("bad_alloc", said)
        return status, said

    def expect_refused(self, what, *command, size):
        status, said = self.expect_within(what, *command, size=size)
        self.assertNotEqual(status, 0, said[:300])

    def test_json_of_every_kind(self):
        programs.measure(self.folder, PROGRAM, "run")
        for name, (around, element, verbs) in RUN_FILES.items():
            file = self.folder / "run" / name
            before = file.read_text() if file.exists() else None
            for kind, filler in [*FILLERS.items(), ("right", repeated(element))]:
                text = around % filler
                file.write_text(text)
                for verb in verbs:
                    self.expect_within(f"{name}, {kind}", PROXIMA, *VERBS[verb], size=len(text))
            file.write_text(before) if before else file.unlink()
        for name, (around, element, verb) in FILES.items():
            for kind, filler in [*FILLERS.items(), ("right", repeated(element))]:
                file = self.write(name, around % filler)
                command = [PROXIMA, *verb] if verb else [GENERATOR, "-o", "out", "--config", name, self.write("p.hpp", "")]
                self.expect_within(f"{name}, {kind}", *command, size=file.stat().st_size)

    def test_names_that_all_differ(self):
        programs.measure(self.folder, PROGRAM, "run")
        for member, element in (("paths", '{"path":"%x"}'), ("routines", '{"name":"%x"}')):
            elements = ",".join(element % i for i in range(SIZE // (len(element) + 2)))
            file = self.write("run/mpi.json", f'{{"format":1,"size":2,"{member}":[{elements}]}}')
            for command in (VERBS["report"], ("report", "run", "--all"), VERBS["top"], (*VERBS["view"], "--force")):
                self.expect_within(member, PROXIMA, *command, size=file.stat().st_size)

    def test_call_graphs_of_many_methods_and_ranks(self):
        programs.measure(self.folder, PROGRAM, "run")
        file = self.write("run/callgraph.json", wide_graph())
        for command in (["report", "run"], ["report", "run", "--by", "rank"], ["view", "run", "-o", "page.html"],
                        ["convert", "run", "--to", "tau", "-o", "tau"], ["diff", "run", "run"], ["prune", "run"],
                        ["kb", "--base", "b.kb", "add", "run"], ["view", "run", "run", "-o", "changes.html"]):
            runs = max(command.count("run"), 1)
            self.expect_within("ranks", PROXIMA, *command, size=runs * file.stat().st_size)

    def write_run(self, records, buffer=None):
        """Returns the size of a run that was killed before it wrote a call graph."""
        shutil.rmtree(self.folder / "run", ignore_errors=True)
        self.write("run/run.json", '{"format":1,"complete":false,"duration_us":1000000}')
        for name, data in (("0-0.rec", records), ("0-0.buffer", buffer)):
            self.write("run/records/" + name, "").write_bytes(data or b"")
            if data is None:
                (self.folder / "run/records" / name).unlink()
        return len(records) + len(buffer or b"")

    def test_record_files(self):
        for what, make in RECORD_FILES.items():
            size = self.write_run(make())
            for command in OTHER_VERBS.get(what, RECORD_VERBS):
                for made in ("page.html", "b.kb", "lines"):
                    (self.folder / made).unlink(missing_ok=True)
                self.expect_within(what, PROXIMA, *command, size=size)

    def test_thread_buffers(self):
        chain = files.record_file(files.method(0), *(files.node(i + 1, i, 0, "long name") for i in range(20_000)))
        calls = b"".join(files.mpi_path(i + 1) for i in range(20_000))
        counted = [(files.FACTS, files.mpi_facts()), (files.ROUTINES, files.mpi_routine()), (files.PATHS, calls)]
        size = self.write_run(chain, files.thread_buffer(counted))
        for verb in ("recover", "report", "view"):
            self.expect_within("call paths of MPI", PROXIMA, *VERBS[verb], size=size)
        size = self.write_run(chain, files.thread_buffer([*counted, *[(files.PATHS, bytes(SIZE), 4096 + len(calls))] * 20]) + bytes(SIZE))
        _, said = self.expect_within("sections that overlap", PROXIMA, *VERBS["recover"], size=size)
        self.assertIn("does not fit", said)

    def test_lines_of_measurements_that_all_differ(self):
        lines = "".join('{"params":{"p":1},"callpath":"%x","value":1}\n' % i for i in range(SIZE // 48))
        file = self.write("lines.jsonl", lines)
        self.expect_refused("call paths", PROXIMA, "fit", "lines.jsonl", "-o", "m.json", size=file.stat().st_size)

    def test_profiles_of_tau(self):
        for what, make in PROFILES.items():
            shutil.rmtree(self.folder / "profiles", ignore_errors=True)
            size = sum(self.write("profiles/" + name, text).stat().st_size for name, text in make().items())
            status, said = self.expect_within(what, PROXIMA, "convert", "--from", "tau", "profiles", "-o", "run", "--force", size=size)
            if what in ("real lines", "real paths", "names", "threads"):
                self.assertEqual(status, 0, said)
            else:
                self.assertRegex(said, "error: (a routine's name|has too)")
                self.assertEqual(said.count("\n"), 1)

    def test_models_of_long_texts(self):
        gradient = '"interval":{"degrees_of_freedom":1,"covariance":[],"gradient":[%s]}' % ",".join(['"0"'] * 64)
        inputs = ",".join(f'{{"name":"i{i}"}}' for i in range(40_000))
        for what, model in {"name": '"implementation":"%s","mean":"1"' % ("a" * 20_000_000),
                            "notes": '"implementation":"a","mean":"1","notes":%s' % repeated('"text"'),
                            "inputs": f'"implementation":"a","mean":"1","inputs":[{inputs}],{gradient}',
                            "quality": '"implementation":"a","mean":"1","quality":{%s}' % ",".join(
                                f'"{i:x}":0' for i in range(4000))}.items():
            file = self.write("models.json", '{"format":1,"models":[{%s}]}' % model)
            self.write("selection.json", '{"format":1,"models":["models.json"],"families":[{"name":"f","implementations":["a"]}]}')
            for command in (["kb", "--base", "b.kb", "add", "models.json"], ["select", "selection.json"]):
                self.expect_within(what, PROXIMA, *command, size=file.stat().st_size)
        # As long as a model may be, many of them.
        model = '{"implementation":"%s","mean":"1","inputs":[%s],"interval":{"degrees_of_freedom":1,"gradient":[%s],"covariance":[%s]}}' % (
            "\\n" * 490_000, ",".join(f'{{"name":"i{i}"}}' for i in range(64)), ",".join(['"0"'] * 64),
            ",".join(["[" + ",".join(["0"] * 64) + "]"] * 64))
        file = self.write("models.json", '{"format":1,"models":[%s]}' % ",".join([model] * 6))
        self.expect_within("long models", PROXIMA, "kb", "--base", "b.kb", "add", "models.json", size=file.stat().st_size)

    def test_runs_whose_hot_functions_are_measured(self):
        self.write("a.c", "int f(void) { return 1; }")
        for kind, filler in [*FILLERS.items(), ("right", wide_graph())]:
            file = self.write("run/callgraph.json", filler if kind == "right" else '{"graph":[%s],"dataframe":[]}' % filler)
            self.expect_within(kind, GENERATOR, "compile", "--from", "run", "gcc", "-c", "a.c", size=file.stat().st_size)

    def test_a_bases_views_of_others(self):
        file = self.folder / "b.kb"
        programs.proxima(self.folder, "kb", "--base", file, "add", self.write(
            "models.json", '{"format": 1, "models": [' + MODEL + "}]}"))
        with contextlib.closing(sqlite3.connect(file)) as base:
            base.executescript("DROP VIEW runs; CREATE VIEW runs AS WITH RECURSIVE c(x) AS "
                               "(SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id, x AS run FROM c")
        for verb in (["list"], ["statistics"], ["sql", "SELECT * FROM runs"], ["models"], ["add", "models.json"]):
            self.expect_refused("view", PROXIMA, "kb", "--base", file, *verb, size=0)

    def test_types_and_expressions_without_end(self):
        port = "struct Port {{ virtual ~Port(); virtual void f({}) = 0; }};\n"
        for what, text in {"pointers": port.format("int " + "*" * 200_000 + "a"),
                           "macro": "#define P " + "*" * 200_000 + "\n" + port.format("int P a"),
                           "signs": "int a = " + "!" * 200_000 + "1;", "sums": "int a = 1" + "+1" * 100_000 + ";",
                           "arrays": "extern int a" + "[1]" * 60_000 + ";",
                           "templates": "template <class, class> struct A {}; A" + "<int, A" * 20_000 + ";"}.items():
            # Clang itself takes 80 MB.
            self.expect_refused(what, GENERATOR, "-o", "out", self.write("port.hpp", text), size=5_000_000)


unittest.main(argv=[sys.argv[0], *TESTS])
