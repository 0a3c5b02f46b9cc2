"""Runs the commands of the workflow samples/regression_gate in a project of two versions, whose program leaves runs
with known times.

Usage: gate_test.py PROXIMA WORKFLOW
"""

import os
import pathlib
import re
import textwrap

import programs
from programs import ARGUMENTS, PROXIMA, run

(WORKFLOW,) = ARGUMENTS

# A program that takes 100 ms, but for some percent, of which the solver takes FACTOR times 60 ms.
SIMULATION = r"""#!/bin/sh
set -e
run=${PROXIMA#output=}
run=${run%%,*}
mkdir -p "$run"
percent=$(printf %s "$run" | tr -dc 0-9)
awk -v percent="$percent" -v factor=FACTOR 'BEGIN {
    solver = 60000 * factor * (1 + percent / 200); all = solver + 40000 * (1 - percent / 200)
    printf "{\"graph\": [{\"0\": {\"data\": {\"name\": \"run\", \"method\": \"run\"}, \"children\": [1]},"
    printf " \"1\": {\"data\": {\"name\": \"solver\", \"method\": \"solver\"}, \"children\": []}}], \"dataframe\": ["
    printf "{\"node\": 0, \"rank\": 0, \"name\": \"run\", \"time\": %f, \"time (inc)\": %f},", all - solver, all
    printf "{\"node\": 1, \"rank\": 0, \"name\": \"solver\", \"time\": %f, \"time (inc)\": %f}]}\n", solver, solver
}' > "$run/callgraph.json"
cat > "$run/run.json" <<'END'
{"format": 1, "complete": true, "clock": {"name": "tsc", "ticks_per_second": 1e9,
 "start": {"ticks": 0, "monotonic_ns": 0, "realtime_ns": 0},
 "end": {"ticks": 100000000, "monotonic_ns": 100000000, "realtime_ns": 0}}}
END
"""
CMAKE = """cmake_minimum_required(VERSION 3.20)
project(simulation NONE)
file(COPY simulation.sh DESTINATION ${CMAKE_BINARY_DIR})
file(RENAME ${CMAKE_BINARY_DIR}/simulation.sh ${CMAKE_BINARY_DIR}/simulation)
"""


def commands():
    """Returns the commands of the workflow, step by step."""
    text = pathlib.Path(WORKFLOW).read_text(encoding="utf-8")
    return [textwrap.dedent(block) for block in re.findall(r"run: \|\n((?: {10}.*\n)+)", text)]


class Gate(programs.FreshTest):
    def gate(self, factor, status):
        """The answer of the last step, for a version whose solver takes `factor` times as long."""
        project = self.folder / "project"
        project.mkdir()
        (self.folder / "proxima").symlink_to(PROXIMA)
        variables = {"PATH": f"{self.folder}:{os.environ['PATH']}", "GITHUB_BASE_REF": "main",
                     "GIT_CONFIG_GLOBAL": os.devnull}

        def git(*arguments):
            run(project, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", *arguments, **variables)

        git("init", "-q", "-b", "main")
        (project / "CMakeLists.txt").write_text(CMAKE)
        simulation = project / "simulation.sh"
        simulation.write_text(SIMULATION.replace("FACTOR", "1"))
        simulation.chmod(0o755)
        git("add", ".")
        git("commit", "-qm", "before")
        git("update-ref", "refs/remotes/origin/main", "HEAD")
        simulation.write_text(SIMULATION.replace("FACTOR", str(factor)))
        *before, last = commands()
        self.assertEqual(len(before), 2)
        for step in before:
            run(project, "bash", "-e", "-c", step, **variables)
        done = run(project, "bash", "-e", "-c", last, status=status, **variables)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_equal_versions_pass(self):
        self.assertIn("Passed", self.gate(1, 0))

    def test_a_slower_component_fails(self):
        answer = self.gate(1.15, 1)
        self.assertIn("Failed: solver itself is slower by more than 5.0%: +15.0%", answer)
        self.assertTrue(all(len(line) <= 80 for line in answer.split("\n")), answer)

    def test_runs_that_cannot_be_read_are_neither(self):
        done = programs.proxima(self.folder, "diff", "missing1", "missing2", "--fail-above", "5%", status=2)
        self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))


programs.main()
