"""What test programs share: proxima and measured programs as processes, in folders of their own. The first argument of
a test is the program proxima."""

import csv
import json
import os
import pathlib
import pty
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROXIMA, *ARGUMENTS = sys.argv[1:]


def environment(**variables):
    """That of this process, without what configures Proxima or a terminal."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PROXIMA") and name != "COLUMNS"}
    return {**kept, "LC_ALL": "C.UTF-8", **variables}


def run(folder, *command, status=0, timeout=300, errors="strict", preexec_fn=None, **variables):
    """Runs a command; the result has `stdout` and `stderr`. `variables` go into its environment."""
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment(**variables), encoding="utf-8",
                          errors=errors, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, check=False,
                          preexec_fn=preexec_fn)
    assert done.returncode == status, (command, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done


def proxima(folder, *arguments, **how):
    return run(folder, PROXIMA, *arguments, **how)


def measure(folder, program, name, *arguments, configuration="records=all", status=0):
    """Returns the standard output of a measured program, whose run directory becomes `name`."""
    return run(folder, program, *arguments, status=status, PROXIMA=f"output={name},quiet=on,{configuration}").stdout


def records(folder, *arguments):
    """Returns each record as a dict of texts."""
    return list(csv.DictReader(proxima(folder, "records", *arguments, "--csv").stdout.splitlines()))


def read_json(*path):
    return json.loads(pathlib.Path(*path).read_text(encoding="utf-8"))


def wait_until(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("waited in vain until " + what)


def fresh_folder(add_cleanup, **where):
    folder = tempfile.TemporaryDirectory(prefix="proxima-test-", **where)
    add_cleanup(folder.cleanup)
    return pathlib.Path(folder.name).resolve()


def pseudo_terminal():
    """Opens a terminal; returns both ends as descriptors. Skips the test where the system has none."""
    try:
        return pty.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"needs a pseudo terminal, and /dev/pts has none: {error}") from error


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Test(unittest.TestCase):
    """A test whose class has one folder for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = fresh_folder(cls.addClassCleanup)


class FreshTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = fresh_folder(self.addCleanup)


def main():
    unittest.main(module="__main__", argv=sys.argv[:1])


def write_law(folder):
    """Measurements that a formula fits, y = 2 n, for tests of what is done with it: lines.jsonl."""
    points = ({"params": {"n": n}, "callpath": "a", "metric": "time", "value": 2 * n} for n in (10, 20, 40, 80, 160))
    pathlib.Path(folder, "lines.jsonl").write_text("".join(json.dumps(point) + "\n" for point in points))
