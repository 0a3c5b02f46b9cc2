"""Runs the commands of the workflow samples/regression_gate in a project of two versions, whose program leaves runs
with known times.

Usage: gate_test.py PROXIMA WORKFLOW
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

PROXIMA, WORKFLOW = (os.path.abspath(path) for path in sys.argv[1:3])

# A program that takes 100 ms, but for some percent, of which the solver takes FACTOR times 60 ms.
SIMULATION = r"""#!/bin/sh
set -e
run=${PROXIMA#output=}
run=${run%%,*}
mkdir -p "$(dirname "$run")"
percent=$(printf %s "$run" | tr -dc 0-9)
awk -v percent="$percent" -v factor=FACTOR 'BEGIN {
    solver = 60000 * factor * (1 + percent / 200); all = solver + 40000 * (1 - percent / 200)
    printf "{\"graph\": [{\"0\": {\"data\": {\"name\": \"run\"}, \"children\": [1]},"
    printf " \"1\": {\"data\": {\"name\": \"solver\"}, \"children\": []}}], \"dataframe\": ["
    printf "{\"node\": 0, \"rank\": 0, \"name\": \"run\", \"time\": %f, \"time (inc)\": %f},", all - solver, all
    printf "{\"node\": 1, \"rank\": 0, \"name\": \"solver\", \"time\": %f, \"time (inc)\": %f}]}\n", solver, solver
}' > "$run.json"
proxima convert --from hatchet "$run.json" -o "$run"
rm "$run.json"
"""
CMAKE = """cmake_minimum_required(VERSION 3.20)
project(simulation NONE)
file(COPY simulation.sh DESTINATION ${CMAKE_BINARY_DIR})
file(RENAME ${CMAKE_BINARY_DIR}/simulation.sh ${CMAKE_BINARY_DIR}/simulation)
"""


def commands():
    """What the workflow runs, step by step."""
    with open(WORKFLOW, encoding="utf-8") as file:
        return [textwrap.dedent(block) for block in re.findall(r"run: \|\n((?: {10}.*\n)+)", file.read())]


class Gate(unittest.TestCase):
    def gate(self, factor):
        """The status and the answer of the last step, for a version whose solver takes `factor` times as long."""
        directory = tempfile.mkdtemp(prefix="proxima-test-")
        self.addCleanup(shutil.rmtree, directory)
        os.makedirs(os.path.join(directory, "bin"))
        os.symlink(PROXIMA, os.path.join(directory, "bin", "proxima"))
        project = os.path.join(directory, "project")
        os.makedirs(project)
        environment = {**os.environ, "PATH": os.path.join(directory, "bin") + ":" + os.environ["PATH"],
                       "GITHUB_BASE_REF": "main", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C.UTF-8"}

        def git(*arguments):
            subprocess.run(["git", "-c", "user.name=test", "-c", "user.email=test@example.org", *arguments],
                           cwd=project, env=environment, check=True, capture_output=True)

        git("init", "-q", "-b", "main")
        for name, text in {"CMakeLists.txt": CMAKE, "simulation.sh": SIMULATION.replace("FACTOR", "1")}.items():
            with open(os.path.join(project, name), "w", encoding="utf-8") as file:
                file.write(text)
        os.chmod(os.path.join(project, "simulation.sh"), 0o755)
        git("add", ".")
        git("commit", "-qm", "before")
        git("update-ref", "refs/remotes/origin/main", "HEAD")
        with open(os.path.join(project, "simulation.sh"), "w", encoding="utf-8") as file:
            file.write(SIMULATION.replace("FACTOR", str(factor)))
        *before, last = commands()
        self.assertEqual(len(before), 2)
        for step in before:
            subprocess.run(["bash", "-e", "-c", step], cwd=project, env=environment, check=True, capture_output=True)
        done = subprocess.run(["bash", "-e", "-c", last], cwd=project, env=environment, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_equal_versions_pass(self):
        status, answer = self.gate(1)
        self.assertEqual(status, 0)
        self.assertIn("Passed", answer)

    def test_a_slower_component_fails(self):
        status, answer = self.gate(1.15)
        self.assertEqual(status, 1)
        self.assertIn("Failed: solver itself is slower by more than 5.0%: +15.0%", answer)
        self.assertTrue(all(len(line) <= 80 for line in answer.split("\n")), answer)

    def test_runs_that_cannot_be_read_are_neither(self):
        done = subprocess.run([PROXIMA, "diff", "missing1", "missing2", "--fail-above", "5%"], capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
