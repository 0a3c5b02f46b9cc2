"""Hostile files, each read by the verbs that take such a file: each ends, takes at most 20 times the input plus 50 MB,
and says what is wrong in lines, not in a dump.

Usage: memory_test.py PROXIMA PROXIMA_GEN
"""

import contextlib
import os
import sqlite3
import subprocess
import sys

import programs
from programs import ARGUMENTS, PROXIMA

(GENERATOR,) = ARGUMENTS
PROXIMA, GENERATOR = os.path.abspath(PROXIMA), os.path.abspath(GENERATOR)
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

    def expect_refused(self, what, *command, size):
        status, peak, said = self.peak_of(*command)
        with self.subTest(what=what, command=[str(word)[-60:] for word in command]):
            limit = 20 * size + SHARED_PAGES
            self.assertTrue(os.WIFEXITED(status), f"signal {status}: {said}")
            self.assertLessEqual(peak, limit, f"{peak / limit:.2f} of the limit; {said[:300]}")
            self.assertNotIn("bad_alloc", said)
            self.assertNotEqual(os.WEXITSTATUS(status), 0, said[:300])

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
