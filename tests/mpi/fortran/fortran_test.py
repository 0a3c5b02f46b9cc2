"""A Fortran program whose MPI's binding calls the C names: it is measured with libproxima_mpi preloaded.

Usage: fortran_test.py LAUNCHER PROGRAM LIBPROXIMA_MPI
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))

from launching import environment_of_job  # noqa: E402

LAUNCHER, PROGRAM, LIBRARY = sys.argv[1:]
RANKS = 3

with tempfile.TemporaryDirectory() as directory:
    done = subprocess.run([LAUNCHER, "-n", str(RANKS), "env", f"LD_PRELOAD={LIBRARY}", "PROXIMA=output=run,quiet=on", PROGRAM],
                          cwd=directory, env=environment_of_job(), text=True, capture_output=True, timeout=200)
    assert done.returncode == 0 and done.stdout.split() == ["3"], (done.stdout, done.stderr)  # 0 + 1 + 2
    with open(os.path.join(directory, "run", "mpi.json")) as file:
        routines = {routine["name"]: routine for routine in json.load(file)["routines"]}
    called = ["MPI_Init", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Allreduce", "MPI_Sendrecv", "MPI_Finalize"]
    for name in called:
        assert routines[name]["calls"] == RANKS, (name, routines)
    assert routines["MPI_Sendrecv"]["bytes sent"] == 4 * RANKS, routines["MPI_Sendrecv"]
