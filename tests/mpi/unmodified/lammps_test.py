"""LAMMPS as the distribution ships it, with libproxima_mpi preloaded: its answers are what they are without.

Usage: lammps_test.py LAUNCHER LAMMPS LIBPROXIMA_MPI INPUT RANKS
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))

from launching import environment_of_job  # noqa: E402

LAUNCHER, LAMMPS, LIBRARY, INPUT, RANKS = sys.argv[1:]


def lammps(directory, preloaded=None, **variables):
    """The lines of its table of energies."""
    variables.update({"OMP_NUM_THREADS": "1", **({"LD_PRELOAD": preloaded} if preloaded else {})})
    program = ["env", *(f"{name}={variables[name]}" for name in variables), LAMMPS, "-in", INPUT, "-log", "none"]
    done = subprocess.run([LAUNCHER, "-n", RANKS, *program], cwd=directory, env=environment_of_job(), text=True,
                          capture_output=True, timeout=200)
    assert done.returncode == 0, (done.stdout, done.stderr)
    energies = [line for line in done.stdout.splitlines() if re.fullmatch(r"\s*\d+( +-?[\d.]+){4}\s*", line)]
    assert len(energies) == 11, done.stdout  # of 0, 10, ... 100 steps
    return energies


def main():
    with tempfile.TemporaryDirectory() as directory:
        bare = lammps(directory)
        measured = lammps(directory, LIBRARY, PROXIMA="output=run,quiet=on")
        assert bare == measured, (bare, measured)
        with open(os.path.join(directory, "run", "mpi.json")) as file:
            report = json.load(file)
        routines = {routine["name"]: routine["calls"] for routine in report["routines"]}
        assert routines["MPI_Init"] == routines["MPI_Finalize"] == int(RANKS), routines
        assert routines["MPI_Allreduce"] > 100, routines
        assert len(report["ranks"]) == int(RANKS), report["ranks"]


main()
