"""LAMMPS as the distribution ships it, with libproxima_mpi preloaded: its answers are what they are without, and every routine
is counted, as another library counts it that was made from the MPI's symbol table.

Usage: lammps_test.py LAUNCHER LAMMPS LIBPROXIMA_MPI COUNTER INPUT RANKS
"""

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))

from launching import environment_of_job  # noqa: E402

LAUNCHER, LAMMPS, LIBRARY, COUNTER, INPUT, RANKS = sys.argv[1:]


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
        counts = os.path.join(directory, "counts")
        os.mkdir(counts)
        bare = lammps(directory)
        counted = lammps(directory, COUNTER, MPI_ROUTINE_COUNTS=counts)
        measured = lammps(directory, LIBRARY, PROXIMA="output=run,quiet=on")
        assert bare == counted == measured, (bare, measured)

        expected = collections.Counter()
        for rank in os.listdir(counts):
            with open(os.path.join(counts, rank)) as file:
                for line in file:
                    expected[line.split()[0]] += int(line.split()[1])
        with open(os.path.join(directory, "run", "mpi.json")) as file:
            routines = {routine["name"]: routine["calls"] for routine in json.load(file)["routines"]}
        assert expected["MPI_Init"] == int(RANKS) and expected["MPI_Allreduce"] > 100, expected
        assert routines == expected, (routines, expected)


main()
