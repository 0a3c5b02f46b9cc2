"""Samples change nothing that an application can see.

interrupted_test.py PROXIMA INTERRUPTED LIBRARY
"""

import json
import platform
import struct
import unittest

import programs

INTERRUPTED, LIBRARY = programs.ARGUMENTS
BY_PERF_EVENTS = 1  # in FORMAT.md and stack_samples.hpp


class Interrupted(programs.FreshTest):
    def output(self, *what):
        return programs.measure(self.folder, INTERRUPTED, "run", *what, configuration="sample=100us")

    def inside(self):
        return json.loads(programs.proxima(self.folder, "report", "run", "--inside", "component.call", "--json").stdout)

    def samples(self):
        return self.inside()["samples"]

    def shares(self):
        """The share of each function with what it calls."""
        (method,) = self.inside()["methods"]
        return {one["name"]: one["samples_with_callees"] / method["samples"] for one in method["functions"]}

    def test_waits_and_errno_are_as_without_samples(self):
        interrupted, keeps_errno = self.output("waits").split()
        self.assertGreater(self.samples(), 50)
        self.assertEqual(keeps_errno, "1")
        source = struct.unpack_from("<I", (self.folder / "run/records/0-0.samples").read_bytes(), 12)
        if source == (BY_PERF_EVENTS,):  # a timer may fire in the kernel
            self.assertEqual(interrupted, "0")

    def test_a_thread_that_blocks_all_signals_is_named_and_left_alone(self):
        self.assertEqual(self.output("masked"), "1 1\n")
        reasons = json.loads((self.folder / "run/run.json").read_text())["losses"]["reasons"]
        self.assertIn("blocks SIGURG", "".join(reasons))

    def test_an_alternate_stack_holds_the_handler(self):
        self.assertEqual(self.output("stack"), "0\n")
        self.assertGreater(self.samples(), 50)

    def test_nothing_reaches_a_program_after_exec(self):
        self.assertEqual(self.output("exec"), "0\n")
        self.assertGreater(self.samples(), 50)  # of the child, before

    def test_a_closed_library_has_names(self):
        self.assertEqual(self.output("closed", LIBRARY), "1\n")
        self.assertGreater(self.samples(), 50)
        self.assertTrue(0.3 < self.shares()["library"] < 0.7, self.shares())  # as much work as after it

    @unittest.skipUnless(platform.machine() == "x86_64", "the machine code is of x86-64")
    def test_generated_code_is_counted_without_a_name(self):
        self.assertEqual(self.output("generated"), "done\n")
        self.assertGreater(self.samples(), 50)
        self.assertGreater(self.shares()["code that no file holds"], 0.9)


programs.main()
