"""The verbs that read a run or write files, and users to run them as, in mount (and user) namespaces of their own.

A test that imports it takes the arguments PROXIMA MEASURED_PROGRAM PROXIMA_GEN COMPONENTS.
"""

import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import unittest

import programs
from programs import ARGUMENTS, measure

PROGRAM, GENERATOR, COMPONENTS = map(os.path.abspath, ARGUMENTS)
PROXIMA = os.path.abspath(programs.PROXIMA)
IN_NAMESPACE = "PROXIMA_TEST_NAMESPACE"
SECRET = "content-of-a-file-elsewhere"
USER, OTHER = 65533, 65534

READERS = [["report", "run"], ["report", "run", "--json"], ["view", "run", "-o", "out"], ["records", "run", "--csv"],
           ["prune", "run"], ["diff", "run", "run"], ["top", "run", "--once"],
           ["kb", "--base", "out", "add", "run"], ["recover", "run"], ["report", "run", "--pack"],
           ["report", "run", "--inside", "outer", "--json"]] + [
           ["convert", "run", "--to", to, "-o", "out"]
           for to in ("hatchet", "chrome", "collapsed", "speedscope", "openmetrics", "dot", "jsonl", "csv", "tau")]
HYDRO = pathlib.Path(__file__).resolve().parents[3] / "samples/hydro/prediction"
ASSEMBLY = f"""#!ccaffeine bootstrap file.
path append {COMPONENTS}
path append {COMPONENTS}/proxies
repository get-global Driver
instantiate UniformMesh mesh
instantiate LinearFlux flux
create Driver driver
connect flux mesh mesh mesh
connect driver mesh mesh mesh
connect driver flux flux flux
go driver go
quit
"""
ASSEMBLY_MODELS = {"format": 1, "models": [
    {"implementation": name, "method": method, "metric": "exclusive", "mean": mean}
    for name, method, mean in (("LinearFlux", "compute", "9"), ("OwnFlux", "compute", "2"), ("UniformMesh", "cells", "3"),
                               ("FixedMesh", "cells", "1"))]}
CONVERT = ["convert", "run", "-o", "out", "--force", "--to"]
# Options that name files. Those that write have commands which do so, or a test of their own.
WRITERS = {
    "convert --output": [["convert", "--from", "hatchet", "run/callgraph.json", "-o", "out", "--force"], *(
        [*CONVERT, to] for to in ("hatchet", "tau", "collapsed", "dot", "openmetrics", "chrome", "speedscope"))],
    "ab --output": [["ab", "-o", "out", "-n", "3", "--", PROGRAM, "--", PROGRAM]],
    "select --write-script": [["select", "--assembly", "app.rc", "app", "--models", "m.json", "--path", COMPONENTS + "/others",
                               "--write-script", "out"]],
    "run --output": [["run", "app.rc", "--measure", "all", "-o", "out"]],
    "fit --output": [["fit", "lines.jsonl", "-o", "out"]], "fit --extrap": [["fit", "lines.jsonl", "--extrap", "out"]],
    "kb --base": [["kb", "--base", "out", "add", "run"]], "kb models --output": [["kb", "models", "--base", "b.kb", "-o", "out"]],
    "predict --output": [["predict", "--application", HYDRO / "hydro.json", "--platform", HYDRO / "this_machine.json", "--fit",
                          HYDRO / "runs.csv", "-o", "out"]],
    "view --output": [["view", "run", "-o", "out", "--force"]], "nodes show --svg": [["nodes", "show", "log", "--svg", "out"]]}


def enter_namespaces():
    """Runs this program again where mounts are its own. Returns why that is not possible."""
    flags = ["-m"] if os.geteuid() == 0 else ["-r", "-m"]
    command = ["unshare", *flags, "--propagation", "private", "sh", "-c",
               "mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs tmpfs /mnt && exec \"$@\"", "sh"]
    if shutil.which("unshare") is None:
        return "there is no unshare"
    tried = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        return "the kernel permits no namespaces: " + tried.stderr.strip()
    os.environ[IN_NAMESPACE] = "yes"
    os.execvp("unshare", [*command, sys.executable, *sys.orig_argv[1:]])
    return ""


def state_of(folder):
    """What an attack would change: kinds, modes, owners, sizes, times and contents of all files."""
    files = {}
    for path in sorted(folder.rglob("*")):
        facts = path.lstat()
        text = path.read_bytes() if stat.S_ISREG(facts.st_mode) else b""
        files[path] = (facts.st_mode, facts.st_uid, facts.st_ino, facts.st_mtime_ns, text)
    return files


def become(user):
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)


def as_other():
    become(OTHER)


def as_user():
    become(USER)
    os.umask(0o027)


class WriterTest(unittest.TestCase):
    """A test whose folder has inputs for all verbs that write."""

    def setUp(self):
        self.home = pathlib.Path("/mnt/writers")
        shutil.rmtree(self.home, ignore_errors=True)
        self.elsewhere = self.home / "elsewhere"
        (self.elsewhere / "directory").mkdir(parents=True)
        for kept in (self.elsewhere / "file", self.elsewhere / "directory" / "kept"):
            kept.write_text(SECRET)
        self.work = self.home / "work"
        self.work.mkdir()

    def call(self, *command, **how):
        return subprocess.run([str(word) for word in command], cwd=self.work, text=True, errors="replace", capture_output=True,
                              env=programs.environment(HOME=str(self.work)), timeout=120, check=False,
                              stdin=subprocess.DEVNULL, **{"preexec_fn": lambda: os.umask(0o077), **how})

    def write(self, name, text):
        file = self.work / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def prepare(self):
        measure(self.work, PROGRAM, "run", configuration="records=all,sample=1ms")
        programs.write_law(self.work)
        self.write("app.rc", ASSEMBLY)
        self.write("m.json", json.dumps(ASSEMBLY_MODELS))
        for command in (["run", "app.rc", "--measure", "all", "-o", "app"], ["kb", "--base", "b.kb", "add", "m.json"],
                        ["nodes", "key", "key"]):
            done = self.call(PROXIMA, *command)
            self.assertEqual(done.returncode, 0, done.stderr)
        port = str(programs.free_port())
        collect = [PROXIMA, "nodes", "collect", "-o", "log", "--key", "key", "--listen", "127.0.0.1:" + port]
        with subprocess.Popen(collect, cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as master:
            try:
                programs.wait_until((self.work / "log" / "samples-1.log").exists, "there was a log")
                self.call(PROXIMA, "nodes", "sample", "--to", "127.0.0.1:" + port, "--key", "key", "--interval", "100ms", "--for", "2s")
            finally:
                master.terminate()


def main():
    if IN_NAMESPACE not in os.environ:
        print("skipped: " + enter_namespaces())
        sys.exit(77)
    programs.main()
