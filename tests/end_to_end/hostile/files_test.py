"""What verbs do to files that are not theirs: modes, links, names that control a terminal, sizes.

Usage: files_test.py PROXIMA PROXIMA_GEN MEASURED_PROGRAM
"""

import json
import os
import shutil
import stat
import subprocess

import programs
import record_files as files
from programs import ARGUMENTS, PROXIMA, measure, proxima, run

GENERATOR, PROGRAM = map(os.path.abspath, ARGUMENTS)
PORT = "struct Port { virtual ~Port() = default; virtual int f(int n) = 0; };\n"


def private():
    os.umask(0o077)


class Outputs(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        measure(cls.folder, PROGRAM, "run")

    def test_modes_follow_the_umask(self):
        programs.write_law(self.folder)
        before = set(self.folder.rglob("*"))
        for command in (["convert", "run", "--to", "chrome", "-o", "run.trace"], ["convert", "run", "--to", "tau", "-o", "tau"],
                        ["kb", "--base", "b.kb", "add", "run"], ["view", "run", "-o", "page.html"], ["fit", "lines.jsonl", "-o", "m.json"],
                        ["fit", "lines.jsonl", "--extrap", "extrap"], ["nodes", "key", "node.key"]):
            proxima(self.folder, *command, preexec_fn=private)
        port = self.folder / "port.hpp"
        port.write_text(PORT)
        before.add(port)
        run(self.folder, GENERATOR, "port.hpp", "-o", "generated", preexec_fn=private)
        made = set(self.folder.rglob("*")) - before
        self.assertGreater(len(made), 3)
        for path in made:
            self.assertEqual(stat.S_IMODE(path.lstat().st_mode) & 0o077, 0, path)

    def test_names_cannot_control_a_terminal(self):
        for name in ("a\x1b]0;title\x07", "a\u202etxt.exe", "a\u2066b", "a\x9bb"):
            for command in (["report", name], ["view", name], ["select", name], ["kb", "add", name], ["study", name]):
                done = subprocess.run([PROXIMA, *command], cwd=self.folder, capture_output=True, check=False)
                said = done.stderr.decode("utf-8", "replace")
                self.assertFalse(set(said) & set("\x1b\x07\u202e\u2066\x9b"), (command, said))
                self.assertIn("error", said)

    def test_deep_call_graphs_are_not_spelt_out(self):
        nodes = 40_000
        data = {"type": "component", "port": "P", "instance": "a", "signature": "void f()", "folded": False}
        graph = {str(i): {"data": {"name": f"a.f{i}", "method": f"f{i}", **data}, "children": [i + 1] if i + 1 < nodes else []}
                 for i in range(nodes)}
        row = dict.fromkeys(["time", "time (inc)", "communication", "computation", "min", "max", "mean", "stddev"], 1.0)
        document = json.loads((self.folder / "run" / "callgraph.json").read_text())
        document["graph"] = [graph]
        document["dataframe"] = [{"node": i, "rank": 0, "name": f"a.f{i}", "calls": 1, **row} for i in range(nodes)]
        shutil.copytree(self.folder / "run", self.folder / "deep")
        (self.folder / "deep" / "callgraph.json").write_text(json.dumps(document))
        run_json = {**json.loads((self.folder / "deep" / "run.json").read_text()), "threads": 1}  # else records have more
        (self.folder / "deep" / "run.json").write_text(json.dumps(run_json))
        for command in (["convert", "deep", "--to", "collapsed", "-o", "deep.txt"],
                        ["convert", "deep", "--to", "openmetrics", "-o", "deep.txt"],
                        ["convert", "deep", "--to", "tau", "-o", "deep.tau"]):
            done = proxima(self.folder, *command, status=1)
            self.assertIn("--force", done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertFalse((self.folder / "deep.txt").exists() or (self.folder / "deep.tau").exists())


    def test_records_are_not_written_without_end(self):
        """Each line has the names of all callers, each event of a trace all parameters."""
        records = self.folder / "long" / "records"
        records.mkdir(parents=True)
        (self.folder / "long" / "run.json").write_text('{"format":1,"complete":false,"duration_us":1000000}')
        chain = [files.method(0, [files.column(name="x" * 250)])] + [files.node(i + 1, i) for i in range(20_000)]
        blocks = [files.block(i, range(19_001, 20_001), 64, 1) for i in range(10)]
        (records / "0-0.rec").write_bytes(files.record_file(*chain, *blocks, invocations=640_000))
        for command in (["records", "long", "--csv"], ["records", "long", "--jsonl"],
                        ["convert", "long", "--to", "chrome"], ["convert", "long", "--to", "chrome", "-o", "out"]):
            written = self.folder / "written"
            with open(written, "wb") as output:
                done = subprocess.run([PROXIMA, *command], cwd=self.folder, stdout=output, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 1, command)
            self.assertIn(b"--force", done.stderr)
            self.assertLessEqual(written.stat().st_size, 100_000_000)
        self.assertFalse((self.folder / "out").exists())
        proxima(self.folder, "convert", "long", "--to", "chrome", "-o", "out", "--force")
        self.assertGreater((self.folder / "out").stat().st_size, 100_000_000)


class Generator(programs.FreshTest):
    def generate(self, *options, status=0):
        (self.folder / "port.hpp").write_text(PORT)
        return run(self.folder, GENERATOR, "port.hpp", *options, status=status).stderr

    def test_files_of_the_user_stay(self):
        mine = self.folder / "mastermind.cpp"
        mine.write_text("int main() {}\n")
        self.assertIn("--force", self.generate(status=1))
        self.assertEqual(mine.read_text(), "int main() {}\n")
        self.assertFalse((self.folder / "port.proxy.hpp").exists())
        mine.rename(self.folder / "mine.cpp")
        mine.symlink_to("mine.cpp")
        self.assertIn("--force", self.generate(status=1))
        self.generate("--force")
        self.assertEqual((self.folder / "mine.cpp").read_text(), "int main() {}\n")
        self.generate()  # over its own

    def test_expressions_stay_in_their_place_and_change_nothing(self):
        for expression in ('n); system("x"); (n', "n = 5", "n++", "n) + (n", "({ n = 1; n; })", "n\n#define x", "(n",
                           '_Pragma("GCC poison volatile") n', "((int&)n)", "*const_cast<int*>(&n)"):
            (self.folder / "c.json").write_text(json.dumps({"parameters": {"Port::f": {"p": expression}}}))
            self.assertIn("c.json:1:", self.generate("--config", "c.json", "--force", status=1), expression)
        (self.folder / "c.json").write_text(json.dumps({"parameters": {"Port::f": {"p": "n > 1 ? n * (n + 1) : -n"}}}))
        self.generate("--config", "c.json")

    def test_compiler_flags_write_no_files(self):
        before = {"port.hpp", "out"}
        for number, options in enumerate((
                "-Xclang -o -Xclang made", "-Xclang -diagnostic-log-file -Xclang made", "-MD -MF made", "-Wp,-MD,made",
                "--serialize-diagnostics made", "-Xclang -dependency-file -Xclang made", "-ftime-trace=made",
                "-Xclang -header-include-file -Xclang made -H", "-Xclang -dependency-dot -Xclang made", "-save-temps -o made",
                "-fmodules -fmodules-cache-path=made", "-Xclang -stats-file=made", "-fsave-optimization-record=made")):
            self.generate("-o", "out", "--", *options.split(), "-c", "port.hpp")
            self.assertLessEqual({path.name for path in self.folder.iterdir()}, before, (number, options))


programs.main()
