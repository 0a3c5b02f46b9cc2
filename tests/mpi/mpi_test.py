"""Runs a program under an MPI with libproxima_mpi, and compares what is in the run directory with what it did.

Usage: PYTHONPATH=tests/support mpi_test.py --launcher MPIRUN --library LIBPROXIMA_MPI --counting PROGRAM
           --scenario PROGRAM --proxima CLI CASE
"""

import argparse
import os
import tempfile

from cases import counts, ends, files, invocations, libraries, ranks
from launching import Job

CASES = {name: case for module in (counts, libraries, invocations, ranks, ends, files) for name, case in module.CASES.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("launcher", "library", "counting", "scenario", "proxima"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    parser.add_argument("--other-library", type=os.path.abspath)  # for the MPI of the programs
    parser.add_argument("--program")  # a foreign one, such as LAMMPS
    parser.add_argument("--mpi")  # its name
    parser.add_argument("case", choices=sorted(CASES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        CASES[options.case](Job(options, directory))


main()
