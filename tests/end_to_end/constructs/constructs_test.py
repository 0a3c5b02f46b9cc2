"""Every construct behaves as without a proxy, its calls are counted, and its parameters are recorded.

constructs_test.py PROGRAM [PROXIMA]
"""

import collections
import json
import sys

import programs

PROGRAM, *READER = sys.argv[1:]

# Port, method, parameter, recorded values in the order of the calls.
RECORDED = [
    ("passing::Receiver", "lists", "names.size", [2]),
    ("jobs::Queue", "push_all", "list.size", [2]),
    ("jobs::Queue", "take", "really", [False, True]),
    ("late::Solver", "solve", "n", [4, -1]),
    ("late::Solver", "solve", "found.size", [4, None]),
    ("late::Solver", "split", "values.size", [3]),
    ("late::Solver", "split", "result.size", [2]),
    ("late::Solver", "ask", "n", [5, -5]),
    ("late::Solver", "ask", "text", ["five", "minus five"]),
    ("late::Solver", "ask", "checked", [5, None]),
    ("late::Solver", "last", "steps", [6, 6, 6]),
    ("late::Solver", "take", "length", [3]),
    ("late::Solver", "count", "steps", [8]),
    ("late::Solver", "count", "rest", [0.5]),
    ("late::Solver", "count", "size", [9]),
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


class Constructs(programs.Test):
    def test_behave_as_without_and_are_recorded(self):
        programs.measure(self.folder, PROGRAM, "run")
        if not READER:
            return
        values = collections.defaultdict(list)
        for line in programs.run(self.folder, *READER, "records", "run", "--jsonl").stdout.splitlines():
            record = json.loads(line)
            # Without the arguments of a template and the parameters that tell overloads apart.
            port, method = record["port"].split("<")[0], record["method"].split("(")[0]
            for parameter, value in record.items():
                values[port, method, parameter].append(value)
        for port, method, parameter, expected in RECORDED:
            with self.subTest(port=port, method=method, parameter=parameter):
                self.assertEqual(values[port, method, parameter], expected)


programs.main()
