"""Kills a measured program whose run directory is on a file system that cannot map files, and compares what is recovered
with what the program had counted.

Usage: PYTHONPATH=tests/support parallel_file_system_test.py PROXIMA COUNTED_PROGRAM SHIM [ROUNDS]

On the same machine nothing is lost. On another one, for which the files in /dev/shm are removed here, a SIGTERM loses
nothing, and a SIGKILL at most what came after the last copy.
"""

import glob
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from counted_runs import check, read_counts, recovered_calls, write_counts

PROXIMA, PROGRAM, SHIM = (os.path.abspath(path) for path in sys.argv[1:4])
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 8
THREADS = 2
INTERVAL = 1  # seconds
SLACK = 2  # seconds that a copy may be late on a busy machine
# Sums are in the thread buffers alone, so that copies decide.
CONFIGURATION = f"records=aggregate,output=run,quiet=on,copy-every={INTERVAL}"


class Program:
    def __init__(self, directory, configuration):
        self.counts = os.path.join(directory, "counts")
        self.run = os.path.join(directory, "run")
        write_counts(self.counts, THREADS)
        self.process = subprocess.Popen([PROGRAM, self.counts, str(THREADS)], cwd=directory, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, "PROXIMA": configuration, "LD_PRELOAD": SHIM})

    def read(self):
        return read_counts(self.counts)

    def run_for(self, seconds):
        """Returns the counts until the end of the interval before, when the last copy was made at the latest."""
        while not all(thread.outer_returned for thread in self.read()):
            time.sleep(0.01)
        end = time.monotonic() + seconds
        past = [(time.monotonic(), self.read())]
        while time.monotonic() < end:
            time.sleep(0.02)
            past.append((time.monotonic(), self.read()))
        return [counts for moment, counts in past if moment <= time.monotonic() - INTERVAL - SLACK][-1:]

    def end(self, how):
        self.process.send_signal(how)
        message = self.process.communicate()[1]
        assert self.process.returncode == -how, (self.process.returncode, message)
        assert message.count("proxima: ") == message.count("/dev/shm") == 1 and " s: a kill loses at most" in message, message

    def buffers(self):
        return [os.readlink(link) for link in glob.glob(os.path.join(self.run, "records", "*.buffer"))]

    def leave_machine(self):
        for buffer in self.buffers():
            os.unlink(buffer)


def kept(begun, least, calls):
    for thread in range(THREADS):
        for method in ("inner", "outer"):
            returned = getattr(least[thread], f"{method}_returned")
            recovered = calls.get(f"thread{thread}.{method}", 0)
            assert returned <= recovered <= getattr(begun[thread], f"{method}_begun"), (thread, method, returned, recovered)


def kill_here(directory, seconds):
    program = Program(directory, CONFIGURATION)
    program.run_for(seconds)
    program.end(signal.SIGKILL)
    buffers = program.buffers()
    assert len(buffers) == THREADS + 1 or len(buffers) == THREADS, buffers
    calls = recovered_calls(PROXIMA, program.run)
    for thread, counts in enumerate(program.read()):
        check(f"thread{thread}", counts, calls)
    assert not any(map(os.path.exists, buffers)), buffers
    assert not glob.glob(os.path.join(program.run, "records", "*.copy"))


def kill_elsewhere(directory, seconds):
    program = Program(directory, CONFIGURATION)
    (least,) = program.run_for(seconds + INTERVAL + SLACK + 0.5)
    program.end(signal.SIGKILL)
    program.leave_machine()
    kept(program.read(), least, recovered_calls(PROXIMA, program.run))


def terminate_elsewhere(directory, seconds):
    program = Program(directory, CONFIGURATION.replace(f"copy-every={INTERVAL}", "copy-every=1000"))
    program.run_for(seconds)
    least = program.read()
    program.end(signal.SIGTERM)
    program.leave_machine()
    kept(program.read(), least, recovered_calls(PROXIMA, program.run))


def main():
    for number in range(ROUNDS):
        for case in (kill_here, kill_elsewhere, terminate_elsewhere):
            with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
                case(directory, random.uniform(0, 1.5))
        print(f"round {number} held")


main()
