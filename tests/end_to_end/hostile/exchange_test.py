"""A directory is exchanged under a verb that works in it, at calls to the file system of which the first are tried one by
one, later ones less and less densely, as somebody could who may write the parent: the verb goes on in the directory that
it has opened, or ends with an error.

Usage: exchange_test.py PROXIMA EXCHANGE MEASURED_PROGRAM PROXIMA_GEN
"""

import json
import os
import shutil
import stat
import unittest

import programs
from programs import ARGUMENTS, PROXIMA, measure

EXCHANGE, PROGRAM, GENERATOR = map(os.path.abspath, ARGUMENTS)
OTHER = 65534


def state_of(folder):
    """All names, with kinds, modes, times and contents."""
    state = {}
    for path in sorted(folder.rglob("*")):
        facts = path.lstat()
        text = path.read_bytes() if stat.S_ISREG(facts.st_mode) else b""
        state[path.relative_to(folder)] = (facts.st_mode, facts.st_mtime_ns, text)
    return state


def names_in(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


class Exchange(programs.FreshTest):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        self.elsewhere = self.folder / "elsewhere"
        measure(self.folder, PROGRAM, "made", configuration="records=all,sample=1ms")

    def run_exchanged(self, number, directory, command, target=None):
        """Returns whether the directory was exchanged, and what the command said."""
        done = programs.run(self.work, EXCHANGE, number, directory, target or self.elsewhere, *command)
        said, _, verdict = done.stdout.rstrip("\n").rpartition("\n")
        word, status = verdict.split()
        self.assertIn(status, ("0", "1"), said + done.stderr)
        self.assertNotIn("/proc/self", said + done.stderr)
        return word == "exchanged", int(status), done.stderr

    def exchange_at_each_call(self, directory, prepare, command, check, growth=1 / 3):
        """`prepare` fills the folders; `check` gets what the directory has become after a success. After call N
        comes the next one beyond N * (1 + growth)."""
        number, successes = 0, 0
        while True:
            for folder in (self.work, self.elsewhere):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
            prepare()
            before = state_of(self.elsewhere)
            is_exchanged, status, said = self.run_exchanged(number, directory, command)
            self.assertEqual(state_of(self.elsewhere), before, (number, said))
            if not is_exchanged:
                self.assertEqual(status, 0, said)
                break
            if status == 0:
                successes += 1
                check(self.work / (directory + ".moved"))
            else:
                self.assertIn("error: ", said)
            number += 1 + int(number * growth)
        self.assertGreater(number, 0, "the command never kept the directory")
        self.assertGreater(successes, 0)

    def killed_run(self, folder):
        shutil.copytree(self.folder / "made", folder, dirs_exist_ok=True)
        (folder / "callgraph.json").unlink()

    def test_recover(self):
        def prepare():
            self.killed_run(self.work / "run")
            self.killed_run(self.elsewhere)

        def check(moved):
            self.assertTrue(json.loads((moved / "run.json").read_text())["recovered"])
            self.assertTrue((moved / "callgraph.json").exists())

        self.exchange_at_each_call("run", prepare, [PROXIMA, "recover", "run"], check)

    def test_pack(self):
        def prepare():
            shutil.copytree(self.folder / "made", self.work / "run", dirs_exist_ok=True)
            shutil.copytree(self.folder / "made", self.elsewhere, dirs_exist_ok=True)

        self.exchange_at_each_call("run", prepare, [PROXIMA, "report", "run", "--pack"],
                                   lambda moved: self.assertTrue((moved / "records" / "0.symbols.json").exists()))

    def write_study(self, folder):
        (folder / "study.json").write_text(json.dumps(
            {"format": 1, "name": "s", "command": [PROGRAM, "{n}"], "parameters": {"n": [1, 2]}, "repetitions": 1,
             "prune": {"alpha": 0.1, "beta": 0.1}}))

    def test_study(self):
        self.write_study(self.folder)
        programs.proxima(self.folder, "study", "study.json", "-o", "whole")

        def new():
            self.write_study(self.work)
            (self.elsewhere / "runs").mkdir()

        def made():
            new()
            shutil.copytree(self.folder / "whole", self.work / "out")
            shutil.copytree(self.folder / "whole", self.elsewhere, dirs_exist_ok=True)

        def check(moved):
            self.assertLessEqual({"models.json", "report.json", "report.txt"}, names_in(moved))
            for path in moved.rglob("*"):
                if path.is_file() and path.suffix in (".json", ".txt", ".sh", ".dot"):
                    self.assertNotIn("/proc/self", path.read_text(), path)

        command = [PROXIMA, "study", "study.json", "-o", "out"]
        self.exchange_at_each_call("out", new, command, check, growth=1)
        self.exchange_at_each_call("out", made, command, check, growth=1)

    def test_directories_that_appear_as_a_whole(self):
        """Exchanged is the parent, in which an earlier output is replaced; that elsewhere stays."""
        for options, name in ((["convert", "../made", "--to", "tau"], "profile.0.0.0"),
                              (["convert", "--from", "hatchet", "../made/callgraph.json"], "run.json")):
            def prepare():
                for folder in (self.work / "parent", self.elsewhere):
                    (folder / "out").mkdir(parents=True)
                    (folder / "out" / name).write_text("earlier")

            def check(moved):
                self.assertEqual(names_in(moved) & {"out", "out/" + name}, {"out", "out/" + name})
                self.assertEqual([path for path in moved.iterdir() if path.name != "out"], [])
                self.assertNotEqual((moved / "out" / name).read_text(), "earlier")

            self.exchange_at_each_call("parent", prepare, [PROXIMA, *options, "-o", "parent/out", "--force"], check)

    def test_a_directory_that_was_not_checked_is_never_emptied(self):
        """Another directory of the user takes the place of the one that --force may replace."""
        command = [PROXIMA, "convert", "--from", "hatchet", "../made/callgraph.json", "-o", "out", "--force"]
        number, is_exchanged = 0, True
        while is_exchanged:
            shutil.rmtree(self.work, ignore_errors=True)
            for name in ("out", "other"):
                (self.work / name).mkdir(parents=True)
                (self.work / name / "run.json").write_text(name)
            is_exchanged, _, said = self.run_exchanged(number, "out", command, "other/")
            kept = [path.read_text() for path in self.work.rglob("run.json")]
            self.assertIn("other", kept, (number, said))
            number += 1
        self.assertGreater(number, 1)

    def test_files(self):
        def prepare():
            programs.write_law(self.work)
            for folder in (self.work / "out", self.elsewhere):
                folder.mkdir(exist_ok=True)
                (folder / "m.json").write_text("earlier")

        self.exchange_at_each_call("out", prepare, [PROXIMA, "fit", "lines.jsonl", "-o", "out/m.json"],
                                   lambda moved: self.assertNotEqual((moved / "m.json").read_text(), "earlier"))
        self.exchange_at_each_call("out", prepare, [PROXIMA, "fit", "lines.jsonl", "--extrap", "out"],
                                   lambda moved: self.assertEqual(len(names_in(moved)), 2))

    def test_generator(self):
        def prepare():
            (self.work / "port.hpp").write_text("struct Port { virtual ~Port() = default; virtual int f(int n) = 0; };\n")
            (self.work / "out").mkdir()
            for name in ("mastermind.cpp", "port.proxy.hpp"):
                (self.elsewhere / name).write_text("int main() {}\n")

        self.exchange_at_each_call("out", prepare, [GENERATOR, "port.hpp", "-o", "out"],
                                   lambda moved: self.assertEqual(len(names_in(moved)), 4))

    def test_measured_program(self):
        """The program takes an empty directory."""
        def prepare():
            (self.work / "run").mkdir()

        command = ["env", "PROXIMA=output=run,quiet=on,records=all", PROGRAM]
        self.exchange_at_each_call("run", prepare, command, lambda moved: self.assertIn("callgraph.json", names_in(moved)))

    @unittest.skipUnless(os.geteuid() == 0, "two users need root")
    def test_a_measured_program_leaves_the_directory_of_another_user(self):
        for number in range(3):
            for folder in (self.work, self.elsewhere):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
            os.chmod(self.elsewhere, 0o777)
            os.chown(self.elsewhere, OTHER, OTHER)
            self.run_exchanged(number, "run", ["env", "PROXIMA=output=run,quiet=on", PROGRAM])
            self.assertEqual(names_in(self.elsewhere), set())


programs.main()
