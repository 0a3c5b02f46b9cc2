"""The commands of README.md, CONTRIBUTING.md and docs/ run as they stand there.

    documents_test.py SOURCE BUILD COMPILER

- A block marked `sh` runs, in a folder with the names that the documents use: `proxima` (a clone that
  is built), and, made by docs/quick_start.md, `application` and `run1`.
- A block marked `sh not run: REASON` does not. It must name its reason.
- A block marked with a language and a file of samples/quick_start must be part of that file.

In all documents of the repository

- paths in back quotes are those of files;
- verb and options of a line that is a command of `proxima` must be in `--help`.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys

import programs

COMPILER, BUILD, SOURCE = (sys.argv.pop() for _ in range(3))
SOURCE, BUILD = pathlib.Path(SOURCE), pathlib.Path(BUILD)
QUICK_START = SOURCE / "docs" / "quick_start.md"
DOCUMENTS = [QUICK_START, SOURCE / "README.md", SOURCE / "CONTRIBUTING.md"]
DOCUMENTS += sorted(path for path in (SOURCE / "docs").glob("*.md") if path != QUICK_START)
EVERYWHERE = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md"]
for FOLDER in ("cmake", "docs", "runtime", "samples", "templates", "testdata", "tests", "tool"):
    EVERYWHERE += sorted((SOURCE / FOLDER).rglob("*.md"))

REASONS = {
    "root": "installs packages, from the network",
    "the whole build": "this test runs within it",
    "benchmarks": "tests/run does not build them",
    "minutes": "too long for a test",
    "several machines": "there is one",
}
SAY_WHERE = "trap 'echo \"$0:$LINENO: error: $BASH_COMMAND\" >&2' ERR\n"


def blocks(document):
    """Yields each fenced block: its mark, the number of its first line, its lines."""
    marker, lines, start = None, [], 0
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if marker is None and line.startswith("```"):
            marker, lines, start = line[3:].strip(), [], number + 1
        elif line == "```":
            yield marker, start, lines
            marker = None
        elif marker is not None:
            lines.append(line)


def script_of(document):
    """Returns the commands of a document, each on the line where the document has it."""
    script = []
    for marker, start, lines in blocks(document):
        if marker == "sh":
            script += [""] * (start - 1 - len(script)) + lines
    if script:
        script[0] = SAY_WHERE.strip()
    return "\n".join(script) + "\n" if script else ""


@functools.cache
def help_of(*words):
    program = BUILD / ("tool/gen/proxima-gen" if words[0] == "proxima-gen" else "tool/cli/proxima")
    shown = subprocess.run([program, *words[1:], "--help"], capture_output=True, text=True, check=False, timeout=60)
    return shown.stdout if shown.returncode == 0 else ""


class Documents(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        clone = cls.folder / "proxima"
        (clone / "build").mkdir(parents=True)
        (clone / "build" / "default").symlink_to(BUILD)
        for entry in SOURCE.iterdir():
            if entry.name != "build":
                (clone / entry.name).symlink_to(entry)
        cls.variables = {"HOME": str(cls.folder), "CXX": COMPILER, "PYTHONPATH": "", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                         "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
                         "PATH": f"{BUILD}/tool/cli:{BUILD}/tool/gen:{os.environ['PATH']}"}

    def forbid(self, *programs_that_samples_run_does_not_install):
        folder = self.folder / "forbidden"
        folder.mkdir()
        for name in programs_that_samples_run_does_not_install:
            (folder / name).write_text(f"#!/bin/sh\necho {name}: samples/run does not install it >&2; exit 127\n")
            (folder / name).chmod(0o755)
        return f"{folder}:{self.variables['PATH']}"

    def run_commands(self, document, **variables):
        script = self.folder / document.relative_to(SOURCE)
        script.parent.mkdir(exist_ok=True)
        script.write_text(script_of(document), encoding="utf-8")
        return programs.run(self.folder, "bash", "-e", "-o", "pipefail", script.relative_to(self.folder), timeout=600,
                            errors="replace", **{**self.variables, **variables}).stdout

    def test_commands_run(self):
        shown = self.run_commands(QUICK_START, PATH=self.forbid("make", "gmake"))
        self.assertIn("both sort alike", shown)
        self.assertRegex(shown, r"insertion\.sort +400 ")
        for method, calls in {"unique.read": 1, "shared.read": 1, "given.read": 4, "cheap.make_device": 1,
                              "cheap.make_device.step": 10, "listener.on_value": 3, "device.step": 6,
                              "service.call": 1}.items():
            with self.subTest(method):
                self.assertRegex(shown, rf"(?m)\b{re.escape(method)} +{calls} ")
        example = self.folder / "sorting"
        shutil.copy(example / "build" / "sort_both", self.folder / "application")
        shutil.copytree(example / "run1", self.folder / "run1")
        for document in DOCUMENTS[1:]:
            with self.subTest(document.name):
                self.run_commands(document)

    def test_code_is_that_of_the_sample(self):
        for document in DOCUMENTS:
            for marker, start, lines in blocks(document):
                language, _, file = marker.partition(" ")
                if language in ("cpp", "cmake") and file:
                    with self.subTest(f"{document.name}:{start}"):
                        code = (SOURCE / "samples" / "quick_start" / file).read_text(encoding="utf-8")
                        self.assertIn("\n".join(lines), code)

    def test_blocks_that_do_not_run_say_why(self):
        for document in DOCUMENTS:
            for marker, start, _ in blocks(document):
                if marker.startswith("sh "):
                    with self.subTest(f"{document.name}:{start}"):
                        self.assertIn(marker.removeprefix("sh not run: "), REASONS)

    def test_files_that_are_named_exist(self):
        path = re.compile(r"`((?:\.ci|cmake|docs|runtime|samples|templates|testdata|tests|tool)/[\w./-]+)`")
        for document in EVERYWHERE:
            text = document.read_text(encoding="utf-8")
            for name in path.findall(text):
                with self.subTest(f"{document.relative_to(SOURCE)}: {name}"):
                    self.assertTrue((SOURCE / name).exists())

    def test_verbs_and_options_exist(self):
        launched = r"(?:[A-Z_]+=\S+ |sudo |mpirun -n \d+ |(?:-x|-env) \S+ )*(?:[\w./]*/)?"
        command = re.compile(rf"(?: {{4,}})?{launched}(proxima(?:-gen)?) ([^#|>&;`]*)")
        for document in EVERYWHERE:
            for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
                found = command.match(line)
                if found:
                    with self.subTest(f"{document.relative_to(SOURCE)}:{number}"):
                        self.check_options(found[1], found[2].partition(" -- ")[0].split())

    def check_options(self, program, words):
        options = [word.partition("=")[0] for word in words if word.startswith("-")]
        verbs = [word for word in words if word not in options][:2]
        if program == "proxima-gen":
            verbs = [verb for verb in verbs[:1] if verb == "compile"]
        shown = help_of(program, *verbs)
        self.assertTrue(shown, f"there is no verb {verbs}")
        for option in options:
            self.assertRegex(shown, rf"(?m)^ +(-\w,)?{re.escape(option)}\b")


programs.main()
