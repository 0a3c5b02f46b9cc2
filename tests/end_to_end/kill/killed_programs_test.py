"""Kills a measured program at random instants and compares what is recovered with what the program had counted.

Usage: killed_programs_test.py PROXIMA COUNTED_PROGRAM [ROUNDS [SEED]]

The program counts, in a file that outlives it, the calls that each of its threads has begun and those that have
returned. Every call that had returned must be recovered, and no more than had begun.
"""

import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(2**32)
THREADS = 3
COUNTS = struct.Struct("=4Q32x")
LONGEST_RUN = 0.08  # seconds: a dozen blocks and several writes to the record files


def kill_after(seconds, directory):
    """Runs the program for so long; the counts of its threads at its end."""
    counts = os.path.join(directory, "counts")
    with open(counts, "wb") as file:
        file.write(bytes(THREADS * COUNTS.size))
    environment = {**os.environ, "PROXIMA": "output=run,quiet=on"}
    process = subprocess.Popen([PROGRAM, counts, str(THREADS)], cwd=directory, env=environment)
    time.sleep(seconds)
    process.kill()
    process.wait()
    with open(counts, "rb") as file:
        return list(COUNTS.iter_unpack(file.read()))


def recovered_calls(directory):
    """Calls by name of the node, as callgraph.json has them after `proxima recover`; none if no run had begun."""
    run = os.path.join(directory, "run")
    if not os.path.exists(os.path.join(run, "records")) or not os.listdir(os.path.join(run, "records")):
        return {}
    done = subprocess.run([PROXIMA, "recover", run], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(os.path.join(run, "callgraph.json")) as file:
        rows = json.load(file)["dataframe"]
    calls = {}
    for row in rows:
        calls[row["name"]] = calls.get(row["name"], 0) + row["calls"]
    with open(os.path.join(run, "run.json")) as file:
        assert json.load(file)["records"] == sum(calls.values())
    return calls


def check(counts, calls):
    for thread, (inner_begun, inner_returned, outer_begun, outer_returned) in enumerate(counts):
        inner = calls.get(f"thread{thread}.inner", 0)
        outer = calls.get(f"thread{thread}.outer", 0)
        assert inner_returned <= inner <= inner_begun, (thread, inner_returned, inner, inner_begun)
        assert outer_returned <= outer <= outer_begun, (thread, outer_returned, outer, outer_begun)


def main():
    print(f"seed {SEED}")
    instants = random.Random(SEED)
    returned = recovered = begun_runs = 0
    for number in range(ROUNDS):
        directory = tempfile.mkdtemp(prefix="proxima-test-")
        try:
            counts = kill_after(instants.uniform(0, LONGEST_RUN), directory)
            calls = recovered_calls(directory)
            check(counts, calls)
        except AssertionError:
            print(f"round {number} failed; its files are in {directory}")
            raise
        shutil.rmtree(directory)
        returned += sum(thread[1] + thread[3] for thread in counts)
        recovered += sum(calls.values())
        begun_runs += bool(calls)
    print(f"{ROUNDS} kills, {begun_runs} with calls: {returned} calls had returned, {recovered} were recovered")
    assert begun_runs > ROUNDS // 2, "most runs were killed before their first call: nothing was tested"


main()
