"""Runs the generator on one header of testdata/refuse and checks its answer against the comment lines of the header, in
which `@name@` is the path of the header without its extension, `@folder@` its folder.

Usage: check_refusal.py GENERATOR HEADER
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

GENERATOR, HEADER = sys.argv[1], pathlib.Path(sys.argv[2])
MARK = "// refused here"


def comments(key, *default):
    """The values of all lines `// key: value`."""
    values = re.findall(rf"^// {key}: (.*)$", HEADER.read_text(), re.M)
    for name, path in (("@name@", HEADER.with_suffix("")), ("@folder@", HEADER.parent), ("@header@", HEADER)):
        values = [value.replace(name, str(path)) for value in values]
    return values or list(default)


def marked_place():
    """`file:line:` of the mark, in the configuration if there is one with it, else in the header."""
    for file in (HEADER.with_suffix(".json"), HEADER):
        before, mark, _ = file.read_text().partition(MARK) if file.exists() else ("", "", "")
        if mark:
            return [re.escape(f"{file.name}:{before.count(chr(10)) + 1}:")]
    return []


with tempfile.TemporaryDirectory(prefix="proxima-test-") as folder:
    (output,), (header,) = comments("output", "made/for/it"), comments("header", HEADER)
    command = [GENERATOR, "-o", output, *shlex.split(" ".join(comments("options"))), header, "--", "-std=c++17"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    written = list(pathlib.Path(folder).rglob("*"))
(status,) = comments("status", "1")
expected = [*comments("expect"), *marked_place()]
problems = [f"expected, but not said: {regex}" for regex in expected if not re.search(regex, done.stdout, re.S)]
problems += [f"said, but not expected: {regex}" for regex in comments("not") if re.search(regex, done.stdout, re.S)]
if not comments("expect"):
    problems.append("there is no line `// expect: REGEX`")
if not re.fullmatch(status, str(done.returncode)):
    problems.append(f"exit status {status} expected, it is {done.returncode}")
if status != "0" and written:
    problems.append(f"written in spite of the error: {written}")
if problems:
    sys.exit("\n".join([f"{HEADER}: error: {problem}" for problem in problems] + ["The generator said:", done.stdout]))
