"""Every construct behaves as without a proxy, its calls are counted, and its parameters are recorded.

constructs_test.py PROGRAM [PROXIMA]
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, *READER = sys.argv[1:]

# Port, method, parameter, recorded values in the order of the calls.
RECORDED = [
    ("passing::Receiver", "lists", "names.size", [2]),
    ("passing::Receiver", "text", "text.size", [100]),
    ("jobs::Queue", "push_all", "list.size", [2]),
    ("jobs::Queue", "take", "really", [False, True]),
    ("search::Visitor", "visit", "node", [0, 1, 2, 2, 7, 8, 9, 3, 4, 6, -1]),
    ("sweeps::Kernel", "apply", "side", ["right", "left"]),
    ("sweeps::Kernel", "apply", "area", [9, 4]),
    ("sweeps::Kernel", "apply", "name", ["a", "b"]),
    ("sweeps::Kernel", "apply", "large", [True, False]),
    ("sweeps::Kernel", "apply", "first", [5, 6.5]),
    ("packs::Sink", "add", "rows.size", [2]),
    ("packs::Sink", "add", "rows_3.size", [1]),
    ("packs::Sink", "last", "arg4", [4]),
    ("capture::Port", "whole", "a", [-1]),
    ("capture::Port", "whole", "e", [5]),
    ("capture::Port", "real", "a", [0.5]),
    ("capture::Port", "truth", "a", [True]),
    ("capture::Port", "truth", "mode", ["strided"]),
    ("capture::Port", "sizes", "v.size", [2]),
    ("capture::Port", "by_reference", "a", [7]),
    ("expressions::Port", "apply", "work", [30]),
    ("expressions::Port", "apply", "cells", [30]),
    ("expressions::Port", "unnamed", "last", [1, 3]),
    ("expressions::Port", "unnamed", "second", [True, False]),
    ("commented::Port", "apply", "commented", [4]),
    ("commented::Port", "apply", "member", [7]),
]


class Constructs(unittest.TestCase):
    def test_behave_as_without_and_are_recorded(self):
        with tempfile.TemporaryDirectory() as directory:
            environment = os.environ | {"PROXIMA": "output=run"}
            result = subprocess.run([PROGRAM], cwd=directory, env=environment, capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            if READER:
                self.check_records(pathlib.Path(directory, "run"))

    def check_records(self, run_directory):
        command = [*READER, "records", run_directory, "--jsonl"]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        values = collections.defaultdict(list)
        for record in map(json.loads, lines):
            # Without the arguments of a template and the parameters that tell overloads apart.
            port, method = record["port"].split("<")[0], record["method"].split("(")[0]
            for parameter, value in record.items():
                values[port, method, parameter].append(value)
        for port, method, parameter, expected in RECORDED:
            with self.subTest(port=port, method=method, parameter=parameter):
                self.assertEqual(values[port, method, parameter], expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
