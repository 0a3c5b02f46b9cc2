"""One of two ranks calls MPI_Abort while its other thread goes on; compares what is recovered with what they had counted.

Usage: aborted_ranks_test.py LAUNCHER PROXIMA COUNTED_RANKS

Every invocation that had returned when the process ended must be recovered, and no more than had begun.
"""

import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "end_to_end", "kill"))

from counted_runs import check, read_counts, recovered_calls, write_counts  # noqa: E402
from launching import environment_of_job  # noqa: E402

LAUNCHER, PROXIMA, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:4])

with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
    path = os.path.join(directory, "counts")
    write_counts(path, 4)
    subprocess.run([LAUNCHER, "-n", "2", PROGRAM, path, "abort"], cwd=directory, capture_output=True, timeout=280,
                   env=environment_of_job(PROXIMA="output=run,quiet=on"))
    calls = recovered_calls(PROXIMA, os.path.join(directory, "run"))
    # The job may end before every thread has come to its first call.
    counted = list(zip(("rank0", "rank1", "thread0", "thread1"), read_counts(path)))
    assert any(counts.outer_returned > 0 for _, counts in counted), counted
    for instance, counts in counted:
        check(instance, counts, calls)
