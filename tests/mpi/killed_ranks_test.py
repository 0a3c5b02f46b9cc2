"""Kills one and then the other of two ranks at random instants, and has one call MPI_Abort while its other thread goes on;
compares what is recovered with what they had counted.

Usage: PYTHONPATH=tests/support killed_ranks_test.py LAUNCHER PROXIMA COUNTED_RANKS [ROUNDS [SEED]]

Every invocation and every MPI call that had returned must be recovered, and no more than had begun.
"""

import collections
import concurrent.futures
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from counted_runs import check, read_counts, recovered_calls, write_counts
from launching import environment_of_job

LAUNCHER, PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:4])
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 60
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(2**32)
AT_ONCE = 8  # jobs: they mostly wait for each other
LONGEST_RUN = 0.3  # seconds
LONGEST_GAP = 0.02  # seconds that a rank outlives the other


def wait_for_ranks(path, field):
    """Until both have counted something there."""
    for _ in range(24000):
        values = [getattr(counts, field) for counts in read_counts(path)]
        if all(values):
            return values
        time.sleep(0.005)
    raise AssertionError(f"the ranks have not come as far as {field}")


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass  # the launcher was faster


def end(job):
    """Open MPI's launcher may wait forever for ranks that were killed as they began."""
    try:
        job.wait(timeout=2)
    except subprocess.TimeoutExpired:
        job.kill()
        job.wait()


def kill_ranks(instants, directory):
    """Runs the program until its ranks are killed; their counts."""
    path = os.path.join(directory, "counts")
    write_counts(path, 2)
    job = subprocess.Popen([LAUNCHER, "-n", "2", PROGRAM, path], cwd=directory, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, env=environment_of_job(PROXIMA="output=run,quiet=on"))
    try:
        processes = wait_for_ranks(path, "process")
        instants.shuffle(processes)
        if instants.random() < 0.5:  # however long MPI_Init takes, half of them are killed behind it
            wait_for_ranks(path, "mpi_returned")
        time.sleep(instants.uniform(0, LONGEST_RUN))
        kill(processes[0])
        time.sleep(instants.uniform(0, LONGEST_GAP))
        kill(processes[1])
    finally:
        end(job)
    return read_counts(path)


def recovered_messages(run):
    try:
        with open(os.path.join(run, "mpi.json")) as file:
            routines = json.load(file)["routines"]
    except FileNotFoundError:
        return 0
    return sum(routine["calls"] for routine in routines if routine["name"] == "MPI_Sendrecv")


def check_round(seed):
    """Counts of what had returned and of what was recovered."""
    directory = tempfile.mkdtemp(prefix="proxima-test-")
    try:
        counts = kill_ranks(random.Random(seed), directory)
        calls = collections.Counter()
        messages = 0
        for run in glob.glob(os.path.join(directory, "run*")):
            calls.update(recovered_calls(PROXIMA, run))
            messages += recovered_messages(run)
        for rank, of_rank in enumerate(counts):
            check(f"rank{rank}", of_rank, calls)
        assert sum(rank.mpi_returned for rank in counts) <= messages <= sum(rank.mpi_begun for rank in counts), \
            (counts, messages)
    except AssertionError:
        print(f"the round of seed {seed} failed; its files are in {directory}")
        raise
    shutil.rmtree(directory)
    returned = sum(rank.inner_returned + rank.outer_returned for rank in counts)
    return [returned, sum(calls.values()), sum(rank.mpi_returned for rank in counts), messages, messages > 0]


def check_abort():
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        path = os.path.join(directory, "counts")
        write_counts(path, 4)
        subprocess.run([LAUNCHER, "-n", "2", PROGRAM, path, "abort"], cwd=directory, capture_output=True, timeout=280,
                       env=environment_of_job(PROXIMA="output=run,quiet=on"))
        calls = recovered_calls(PROXIMA, os.path.join(directory, "run"))
        for instance, counts in zip(("rank0", "rank1", "thread0", "thread1"), read_counts(path)):
            check(instance, counts, calls)


def main():
    check_abort()
    print(f"seed {SEED}")
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        rounds = list(pool.map(check_round, range(SEED, SEED + ROUNDS)))
    returned, recovered, sent, counted, with_messages = (sum(column) for column in zip(*rounds))
    print(f"{ROUNDS} kills, {with_messages} with messages: {returned} calls had returned, {recovered} were recovered; "
          f"{sent} MPI calls had returned, {counted} were recovered")
    assert with_messages > ROUNDS // 4, "most jobs were killed before their first message: nothing was tested"


main()
