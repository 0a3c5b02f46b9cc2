"""Links and other owners at every name of a run, for every verb: nothing outside of the given directories changes, and
nothing of what is there reaches an output.

Usage: links_test.py PROXIMA MEASURED_PROGRAM PROXIMA_GEN COMPONENTS
"""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import unittest

import programs
from programs import measure
from verbs import (GENERATOR, OTHER, PROGRAM, PROXIMA, READERS, SECRET, WRITERS, WriterTest, as_other, main, state_of)

NAMES = ["run.json", "callgraph.json", "mpi.json", "components.json", "attention.json", "decisions.json", "records",
         "records/0-0.rec", "records/0-0.buffer", "records/0-0.samples", "records/0.modules.json", "records/0.symbols.json"]
CONTENTS = {
    "mpi.json": {"format": 1, "size": 1, "routines": [{"name": SECRET, "calls": 1, "time": 1}]},
    "components.json": {"format": 1, "classes": {SECRET: SECRET}},
    "attention.json": {"format": 1, "false_alarms": 0, "sensors": [SECRET], "events": [{"sensor": SECRET, "method": SECRET}]},
    "decisions.json": {"format": 1, "safe_point": SECRET, "safe_points": 1, "instances": [], "swaps": [
        {"at": 1, "instance": SECRET, "from": "a", "to": "b"}]}}
OWN_TESTS = {"study --output", "nodes collect --output", "proxima-gen --output", "proxima-gen --explain", "proxima-gen --depfile"}
SLOW = {"nodes calibrate --output"}  # measures for a minute, writes by the function that `predict` has
INPUTS = {"report --platform", "prune --models", "select --assembly", "select --path", "select --models", "run --path",
          "run --replay", "study --path", "predict --application", "predict --models", "predict --platform", "attribute --model",
          "attribute --platform", "top --token", "nodes collect --key", "nodes sample --key", "nodes sample --cgroup",
          "nodes set --key", "nodes calibrate --scratch", "proxima-gen --config"}


def file_options(program, *verbs, known=()):
    """All options whose values are files: `kb models --output`."""
    text = subprocess.run([program, *verbs, "--help"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^  (?:-\w,)?(--[\w-]+) (?:FILE|DIR|DIRECTORY|TARGET)\b", text, re.M)
    name = " ".join(verbs) or os.path.basename(program)
    yield from (f"{name} {option}" for option in found if option not in known)
    for verb in re.findall(r"^  (\w+) ", text.partition("\nVerbs:\n")[2].partition("\n\n")[0], re.M):
        yield from file_options(program, *verbs, verb, known=found)


class Links(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path("/mnt/home")
        shutil.rmtree(self.home, ignore_errors=True)
        self.elsewhere = self.home / "elsewhere"
        self.elsewhere.mkdir(parents=True)
        measure(self.home, PROGRAM, "made", configuration="records=all,sample=1ms")

    def fresh_run(self):
        shutil.rmtree(self.home / "run", ignore_errors=True)
        shutil.copytree(self.home / "made", self.home / "run", symlinks=True)
        for junk in ("out", "out2"):
            path = self.home / junk
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)

    def proxima(self, command, **how):
        return subprocess.run([PROXIMA, *command], cwd=self.home, env=programs.environment(HOME=str(self.home)), text=True,
                              errors="replace", capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL, **how)

    def plant(self, name):
        """Replaces a name in the run by a link to the same elsewhere, which also has a secret."""
        shutil.rmtree(self.elsewhere)
        self.elsewhere.mkdir()
        there, here = self.elsewhere / pathlib.Path(name).name, self.home / "run" / name
        if here.is_dir():
            shutil.copytree(here, there)
            shutil.rmtree(here)
        else:
            text = here.read_bytes() if here.exists() else json.dumps(CONTENTS.get(name, SECRET)).encode()
            if name == "run.json":
                text = json.dumps({**json.loads(text), "host": SECRET}).encode()
            if name == "callgraph.json":
                text = text.replace(b"outer", SECRET.encode())
            there.write_bytes(text)
            here.unlink(missing_ok=True)
        here.symlink_to(there)

    def test_nothing_in_a_run_is_followed(self):
        for name in NAMES:
            for command in READERS:
                with self.subTest(name=name, command=command):
                    self.fresh_run()
                    if name != "callgraph.json" and command[0] == "recover":
                        (self.home / "run" / "callgraph.json").unlink()  # else there is nothing to recover
                    self.plant(name)
                    before = state_of(self.elsewhere)
                    done = self.proxima(command)
                    self.assertGreaterEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(state_of(self.elsewhere), before)
                    out = self.home / "out"
                    written = out.read_bytes().decode(errors="replace") if out.is_file() else ""
                    self.assertNotIn(SECRET, done.stdout + written)

    def test_the_run_that_names_hot_functions_has_no_links(self):
        self.fresh_run()
        self.plant("callgraph.json")
        done = subprocess.run([GENERATOR, "compile", "--from", "run", "true"], cwd=self.home, text=True, capture_output=True,
                              env=programs.environment(), check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("symbolic link", done.stderr)

    def test_outputs_replace_links_and_devices_that_are_in_the_way(self):
        for name in ("run.json", "callgraph.json", "mpi.json"):
            self.fresh_run()
            precious = self.elsewhere / "precious"
            precious.write_text(SECRET)
            target = self.home / "run" / name
            target.unlink(missing_ok=True)
            if name == "mpi.json":
                os.mkfifo(target)
            else:
                target.symlink_to(precious)
            self.proxima(["recover", "run"])
            self.assertEqual(precious.read_text(), SECRET)
        for command in (["view", "run", "--force", "-o", "out"], ["fit", "lines.jsonl", "-o", "out"], ["convert", "run", "--to", "chrome", "--force", "-o", "out"]):
            self.fresh_run()
            programs.write_law(self.home)
            (self.home / "out").symlink_to(precious)
            self.assertEqual(self.proxima(command).returncode, 0, command)
            self.assertEqual(precious.read_text(), SECRET)
            self.assertFalse((self.home / "out").is_symlink())

    @unittest.skipUnless(os.geteuid() == 0, "two users need root")
    def test_recover_leaves_the_run_of_another_user(self):
        self.fresh_run()
        (self.home / "run" / "callgraph.json").unlink()
        for path in (self.home / "run", self.home / "run" / "records"):
            os.chown(path, OTHER, OTHER)
            before = state_of(self.home)
            done = self.proxima(["recover", "run"])
            self.assertIn("belongs to another user", done.stderr)
            self.assertEqual(state_of(self.home), before)
            os.chown(path, 0, 0)

    @unittest.skipUnless(os.geteuid() == 0, "two users need root")
    def test_the_runtime_leaves_directories_of_other_users(self):
        foreign = self.home / "foreign"
        foreign.mkdir(mode=0o777)
        os.chown(foreign, OTHER, OTHER)
        (self.home / "link").symlink_to(foreign)
        own = self.home / "own"
        own.mkdir()
        (self.home / "mine").symlink_to(own)
        for name in ("foreign", "link"):
            done = subprocess.run([PROGRAM], cwd=self.home, env=programs.environment(PROXIMA=f"output={name}"), text=True,
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn("another user", done.stderr)
            self.assertEqual(list(foreign.iterdir()), [])
        measure(self.home, PROGRAM, "mine")
        self.assertTrue((own / "callgraph.json").exists())

    @unittest.skipUnless(os.geteuid() == 0, "two users need root")
    def test_another_user_can_neither_read_nor_replace(self):
        self.fresh_run()
        os.chmod(self.home, 0o755)
        for path in [self.home / "run", *(self.home / "run").rglob("*")]:
            os.chmod(path, 0o700 if path.is_dir() else 0o600)
        for command in READERS:
            done = self.proxima(command, preexec_fn=as_other)
            self.assertNotEqual(done.returncode, 0, command)
            self.assertEqual(done.stdout, "", command)


class Writers(WriterTest):
    """Names that a verb writes, each a link to something of the user's elsewhere: no verb follows one, and all outputs have
    the modes that the umask gives."""

    def attack_each_name(self, command, output):
        """Runs the command once; then once more for each name that it made, with a link in its place."""
        shutil.rmtree(self.work / output, ignore_errors=True)
        done = self.call(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        made = {path: path.lstat().st_mode for path in sorted((self.work / output).rglob("*"))}
        self.assertGreater(len(made), 1)
        for path, mode in made.items():
            with self.subTest(path=path):
                self.assertTrue(stat.S_IMODE(mode) & 0o077 == 0 or stat.S_ISLNK(mode), oct(mode))
                shutil.rmtree(self.work / output)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to(self.elsewhere / ("directory" if stat.S_ISDIR(mode) else "file"))
                before = state_of(self.elsewhere)
                self.assertGreaterEqual(self.call(*command).returncode, 0)
                self.assertEqual(state_of(self.elsewhere), before)

    def test_generator(self):
        self.write("port.hpp", "struct Port { virtual ~Port() = default; virtual int f(int n) = 0; };\n")
        for options in ((), ("--force",)):
            self.attack_each_name([GENERATOR, "port.hpp", "-o", "out", "--depfile", "out/d", "--explain", "out/e", *options], "out")

    def test_study(self):
        self.write("study.json", json.dumps({
            "format": 1, "name": "s", "command": [PROGRAM, "{n}"], "parameters": {"n": [1, 2]}, "repetitions": 1,
            "prune": {"alpha": 0.1, "beta": 0.1}}))
        self.attack_each_name([PROXIMA, "study", "study.json", "-o", "out"], "out")

    def test_every_option_that_names_a_file_is_known(self):
        found = {*file_options(PROXIMA), *file_options(GENERATOR)}
        self.assertEqual(found, INPUTS | OWN_TESTS | SLOW | set(WRITERS))

    def test_outputs_that_a_command_names(self):
        self.prepare()
        for command in [command for commands in WRITERS.values() for command in commands]:
            done = self.call(PROXIMA, *command)
            self.assertEqual(done.returncode, 0, (command, done.stderr))
            self.assertEqual((self.work / "out").lstat().st_mode & 0o077, 0, command)
            self.remove_out()
            for target in ("file", "directory", "none"):
                with self.subTest(command=command, target=target):
                    (self.work / "out").symlink_to(self.elsewhere / target)
                    before = state_of(self.elsewhere)
                    self.assertGreaterEqual(self.call(PROXIMA, *command).returncode, 0)
                    self.assertEqual(state_of(self.elsewhere), before)
                    self.remove_out()
            for make in (os.mkdir, pathlib.Path.touch, os.mkfifo) if os.geteuid() == 0 else ():
                with self.subTest(command=command, make=make):
                    make(self.work / "out")
                    os.chmod(self.work / "out", 0o777)
                    os.chown(self.work / "out", OTHER, OTHER)
                    foreign = (self.work / "out").lstat()
                    done = self.call(PROXIMA, *command)
                    made = (self.work / "out").lstat()
                    if made.st_ino == foreign.st_ino:
                        if command[0] != "run":  # a program goes on without being measured
                            self.assertNotEqual(done.returncode, 0)
                        self.assertEqual((made.st_mtime_ns, made.st_size), (foreign.st_mtime_ns, foreign.st_size))
                    else:
                        self.assertEqual((made.st_uid, made.st_mode & 0o077), (0, 0))
                    self.remove_out()

    def remove_out(self):
        out = self.work / "out"
        shutil.rmtree(out) if out.is_dir() and not out.is_symlink() else out.unlink(missing_ok=True)

    def test_keys_and_logs_of_nodes(self):
        for target in (self.elsewhere / "file", self.elsewhere / "none"):
            before = state_of(self.elsewhere)
            (self.work / "key").symlink_to(target)
            self.assertNotEqual(self.call(PROXIMA, "nodes", "key", "key").returncode, 0)
            self.assertEqual(state_of(self.elsewhere), before)
            (self.work / "key").unlink()
        self.call(PROXIMA, "nodes", "key", "key")
        log = self.work / "log"
        log.mkdir()
        (log / "samples-1.log").symlink_to(self.elsewhere / "none")
        collect = [PROXIMA, "nodes", "collect", "-o", "log", "--key", "key", "--listen", "127.0.0.1:0"]
        before = state_of(self.elsewhere)
        with subprocess.Popen(collect, cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as master:
            try:
                programs.wait_until((log / "samples-2.log").exists, "there was a log")
            finally:
                master.terminate()
        self.assertEqual(state_of(self.elsewhere), before)
        (log / "samples-2.log").rename(self.elsewhere / "none")
        shown = self.call(PROXIMA, "nodes", "show", "log")
        self.assertNotEqual(shown.returncode, 0)
        self.assertIn("samples-1.log", shown.stderr)

    @unittest.skipUnless(os.geteuid() == 0, "two users need root")
    def test_directories_of_other_users(self):
        self.write("study.json", json.dumps({"format": 1, "name": "s", "command": [PROGRAM, "{n}"], "parameters": {"n": [1, 2]}}))
        self.call(PROXIMA, "nodes", "key", "key")
        foreign = self.work / "foreign"
        (foreign / "runs").mkdir(mode=0o777, parents=True)
        os.chown(foreign, OTHER, OTHER)
        for command in (["study", "study.json", "-o", "foreign"],
                        ["nodes", "collect", "-o", "foreign", "--key", "key", "--listen", "127.0.0.1:0"]):
            before = state_of(foreign)
            done = self.call(PROXIMA, *command)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("another user", done.stderr)
            self.assertEqual(state_of(foreign), before)


main()
