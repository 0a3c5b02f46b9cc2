"""Programs and libraries of a release have full RELRO and addresses that vary; hardened ones check stack and buffers.
None of a build searches the working directory for libraries.

Usage: hardening_test.py HARDENED BUILD FILE...
"""

import os
import re
import subprocess
import sys
import unittest

HARDENED, BUILD, *FILES = sys.argv[1:]


def read(file, *options):
    return subprocess.run(["readelf", *options, "--wide", file], capture_output=True, text=True, check=True).stdout


def is_elf(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def programs_and_libraries(build):
    for folder, folders, names in os.walk(build):
        folders[:] = [name for name in folders if name not in ("CMakeFiles", "Testing")]
        paths = [os.path.join(folder, name) for name in names if not name.endswith((".o", ".gch", ".a"))]
        yield from filter(is_elf, paths)


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

    def test_none_searches_the_working_directory(self):
        seen = list(programs_and_libraries(BUILD))
        self.assertTrue({os.path.realpath(file) for file in FILES} <= {os.path.realpath(file) for file in seen})
        for file in seen:
            for path in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", read(file, "--dynamic")):
                with self.subTest(file=file, path=path):
                    self.assertTrue(all(entry.startswith(("/", "$ORIGIN")) for entry in path.split(":")))

    @unittest.skipUnless(HARDENED == "ON", "this build has PROXIMA_HARDENING=OFF")
    def test_calls_of_the_c_library_are_checked(self):
        self.assertRegex("".join(read(file, "--dyn-syms") for file in FILES), r"__(mem|str|read|pread|vf?|f)\w+_chk")


unittest.main(argv=sys.argv[:1])
