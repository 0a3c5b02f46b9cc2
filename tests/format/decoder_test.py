"""Reads complete and killed runs with the decoder written from FORMAT.md, and compares with what `proxima records` says.

Usage: decoder_test.py PROXIMA COUNTED_PROGRAM [ROUNDS [SEED]]
"""

import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from decoder import WORD, read_run

PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 12
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.randrange(2**32)
THREADS = 3
CONFIGURATIONS = ["records=all", "records=every:7", "records=first:8", "records=aggregate", "limit=100K"]
LONGEST_RUN = 0.03  # seconds


def run_program(directory, configuration, seconds):
    """Ends by itself after 2000 calls if there are no seconds after which it is killed."""
    counts = os.path.join(directory, "counts")
    with open(counts, "wb") as file:
        file.write(bytes(64 * THREADS))
    environment = {**os.environ, "PROXIMA": "output=run,quiet=on," + configuration}
    most = ["2000"] if seconds is None else []
    process = subprocess.Popen([PROGRAM, counts, str(THREADS)] + most, cwd=directory, env=environment)
    if seconds is not None:
        time.sleep(seconds)
        process.kill()
    process.wait()


def records_of_tool(run):
    """For each call path the number of records and the sum of `n`, as decoder.read_run()."""
    paths = {}
    done = subprocess.run([PROXIMA, "records", run, "--csv"], capture_output=True, text=True)
    for row in csv.DictReader(done.stdout.splitlines()):
        of_path = paths.setdefault(row["callpath"], [0, 0])
        of_path[0] += 1
        of_path[1] = (of_path[1] + int(row.get("n") or 0)) & WORD
    return paths


def calls_of_tool(run):
    done = subprocess.run([PROXIMA, "records", run, "--stats", "--jsonl"], capture_output=True, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["instance"] + "." + row["method"].rsplit("::", 1)[1]: row["calls"] for row in rows}


def compare(run):
    """Returns how many calls there were."""
    decoded = read_run(run)
    assert {path: numbers[1:] for path, numbers in decoded.items() if numbers[1]} == records_of_tool(run)
    calls = {}
    for path, numbers in decoded.items():
        name = path.rsplit(";", 1)[-1]
        calls[name] = calls.get(name, 0) + numbers[0]
    assert {name: number for name, number in calls.items() if number} == calls_of_tool(run), calls
    return sum(calls.values())


def main():
    print(f"seed {SEED}")
    instants = random.Random(SEED)
    compared = 0
    for number in range(ROUNDS):
        configuration = CONFIGURATIONS[number // 2 % len(CONFIGURATIONS)]
        seconds = instants.uniform(0.005, LONGEST_RUN) if number % 2 else None
        directory = tempfile.mkdtemp(prefix="proxima-test-")
        run_program(directory, configuration, seconds)
        run = os.path.join(directory, "run")
        if os.path.exists(os.path.join(run, "records")):
            try:
                compared += compare(run)
            except Exception:
                print(f"round {number} ({configuration}, {seconds}) failed; its files are in {directory}")
                raise
        shutil.rmtree(directory)
    print(f"{compared} calls in {ROUNDS} runs")
    assert compared > 0


main()
