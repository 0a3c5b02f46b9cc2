"""Programs and libraries of a release have full RELRO and addresses that vary; hardened ones check stack and buffers.

Usage: hardening_test.py HARDENED PROXIMA FILE...
"""

import re
import subprocess
import sys
import unittest

HARDENED, *FILES = sys.argv[1:]


def read(file, *options):
    return subprocess.run(["readelf", *options, "--wide", file], capture_output=True, text=True, check=True).stdout


class Hardening(unittest.TestCase):
    def test_every_file(self):
        for file in FILES:
            with self.subTest(file=file):
                self.assertIn("GNU_RELRO", read(file, "--program-headers"))
                self.assertRegex(read(file, "--dynamic"), r"FLAGS.*\b(BIND_)?NOW")
                self.assertRegex(read(file, "--file-header"), r"Type:\s+DYN")
                stack = re.search(r"GNU_STACK.*", read(file, "--program-headers")).group()
                self.assertNotIn("RWE", stack)
                if HARDENED == "ON":
                    self.assertIn("__stack_chk_fail", read(file, "--symbols"))

    @unittest.skipUnless(HARDENED == "ON", "this build has PROXIMA_HARDENING=OFF")
    def test_calls_of_the_c_library_are_checked(self):
        self.assertRegex("".join(read(file, "--dyn-syms") for file in FILES), r"__(mem|str|read|pread|vf?|f)\w+_chk")


unittest.main(argv=sys.argv[:1])
