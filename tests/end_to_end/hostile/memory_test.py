"""Hostile files, each read by the verbs that take such a file. Each verb ends and says in lines what is wrong. It takes at most
20 times the input plus 50 MB.

Usage: memory_test.py PROXIMA PROXIMA_GEN MEASURED_PROGRAM
"""

import contextlib
import os
import sqlite3
import subprocess
import sys

import programs
from programs import ARGUMENTS, PROXIMA

GENERATOR, PROGRAM = ARGUMENTS
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


# What takes most memory beside its text in one or the other reader.
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


programs.main()
