"""Kills a measured program at random instants and compares what is recovered with what the program had counted.

Usage: PYTHONPATH=tests/support killed_programs_test.py PROXIMA COUNTED_PROGRAM [ROUNDS [SEED]]

The program counts, in a file that outlives it, the calls that each of its threads has begun and those that have
returned. Every call that had returned must be recovered, and no more than had begun.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from counted_runs import check, read_counts, recovered_calls, write_counts

PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(2**32)
THREADS = 3
# Options of the rounds: every second round records all calls, of proxies and of timers in turns;
# the others take these options in turns.
SAMPLED = ["records=aggregate", "records=every:100", "records=first:8", "limit=200K",
           "methods=*::inner=aggregate;*::outer=every:3"]
WORK = 0.04  # seconds: several blocks and writes to the record files


def time_to_first_call():
    """Measures the time until the first call, which is longer with sanitizers, and on a busy machine."""
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        counts = os.path.join(directory, "counts")
        write_counts(counts, THREADS)
        environment = {**os.environ, "PROXIMA": "output=run,quiet=on"}
        begin = time.monotonic()
        process = subprocess.Popen([PROGRAM, counts, str(THREADS)], cwd=directory, env=environment)
        while read_counts(counts)[0].outer_returned == 0 and process.poll() is None:
            time.sleep(0.001)
        taken = time.monotonic() - begin
        process.kill()
        process.wait()
        return taken


def kill_after(seconds, directory, configuration, arguments):
    """Runs the program for `seconds`. Returns the counts of its threads at its end."""
    counts = os.path.join(directory, "counts")
    write_counts(counts, THREADS)
    environment = {**os.environ, "PROXIMA": "output=run,quiet=on," + configuration, "PROXIMA_MEASUREMENT": "proxima"}
    process = subprocess.Popen([PROGRAM, counts, str(THREADS), *arguments], cwd=directory, env=environment,
                               stderr=subprocess.DEVNULL)  # where limit= reports that it was reached
    time.sleep(seconds)
    process.kill()
    process.wait()
    return read_counts(counts)


def main():
    print(f"seed {SEED}")
    instants = random.Random(SEED)
    returned = recovered = begun_runs = 0
    longest = WORK + 2 * time_to_first_call()
    for number in range(ROUNDS):
        arguments = ["timers"] if number % 4 == 2 else []
        configuration = SAMPLED[number // 2 % len(SAMPLED)] if number % 2 else "records=all"
        directory = tempfile.mkdtemp(prefix="proxima-test-")
        try:
            counts = kill_after(instants.uniform(0, longest), directory, configuration, arguments)
            calls = recovered_calls(PROXIMA, os.path.join(directory, "run"))
            for thread, of_thread in enumerate(counts):
                check(f"thread{thread}", of_thread, calls)
        except AssertionError:
            print(f"round {number} ({configuration}, {arguments}) failed; its files are in {directory}")
            raise
        shutil.rmtree(directory)
        returned += sum(thread.inner_returned + thread.outer_returned for thread in counts)
        recovered += sum(calls.values())
        begun_runs += bool(calls)
    print(f"{ROUNDS} kills, {begun_runs} with calls: {returned} calls had returned, {recovered} were recovered")
    assert begun_runs > ROUNDS // 2, "most runs were killed before their first call: nothing was tested"


main()
