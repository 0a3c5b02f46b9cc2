"""Calls on the stacks of coroutines and simulated processes are left out and counted; the others are right.

stacks_test.py PROXIMA NAME=PROGRAM...
"""

import programs

PROGRAMS = dict(argument.split("=") for argument in programs.ARGUMENTS)
COROUTINES, TURNS = 2, 5
# Calls of inner.call on the thread's own stack.
SEEN = {"boost": COROUTINES * (TURNS + 1), "systemc": TURNS}


class Stacks(programs.FreshTest):
    def test_own_stack_is_measured_and_others_are_counted(self):
        for name, program in PROGRAMS.items():
            with self.subTest(name):
                programs.measure(self.folder, program, name)
                records = programs.records(self.folder, name)
                calls = [record["callpath"] for record in records]
                self.assertEqual(sorted(set(calls)), ["loop.call", "loop.call;inner.call"])
                self.assertEqual(calls.count("loop.call;inner.call"), SEEN[name])
                inside = sum(int(record["duration_ns"]) for record in records if record["instance"] == "inner")
                whole = next(int(record["duration_ns"]) for record in records if record["instance"] == "loop")
                self.assertLessEqual(inside, whole)
                losses = programs.read_json(self.folder, name, "run.json")["losses"]
                lost = COROUTINES * TURNS * 2  # outer.call, and inner.call inside it
                self.assertEqual(losses["invocations"], lost)
                self.assertIn(f"{lost} on another stack", str(losses["reasons"]))


programs.main()
