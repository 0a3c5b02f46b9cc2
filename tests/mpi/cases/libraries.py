"""The library that fits the program's MPI is found, however the program got its MPI."""

import glob
import shutil

from cases.counts import counted_by_the_program, counting
from launching import install_both


def another_mpi(job):
    """With a library that was built for another MPI: a message, and the program does what it did."""
    for configuration in ("on", None):
        done = job.launch(2, [job.options.counting], configuration=configuration, preload=True)
        assert done.stderr.count("was built for another MPI") == (1 if configuration else 0), done.stderr
        assert counted_by_the_program(job, 2)["MPI_Init"][0] == 2
    assert not glob.glob(job.path("run*", "mpi.json"))


def through_library(job):
    """Programs that do not name their MPI: a library brings it, linked or opened for itself. The answer is what it is
    without Proxima, and the counts are those of the library, whichever libproxima_mpi is preloaded."""
    if job.options.other_library:
        install_both(job)
    linked, opening, library = job.options.program.split(",")
    for command in ([linked], [opening, library]):
        assert job.launch(2, command, configuration=None, preload=True).stdout == "100\n", command
        done = job.launch(2, command, preload=True)
        assert (done.stdout, done.stderr) == ("100\n", ""), (command, done)
        calls = {name: use["calls"] for name, use in job.routines().items()}
        assert calls == {"MPI_Init": 2, "MPI_Comm_rank": 2, "MPI_Allreduce": 200, "MPI_Finalize": 2}, calls
        shutil.rmtree(job.path("run"))


def another_mpi_installed(job):
    """With a library for each MPI in one folder the right one is taken, whichever is preloaded, and measures what only its
    MPI has: the routines of MPI 4."""
    install_both(job)
    counting(job, 2)


VENDORS = ("MPI VERSION    : CRAY MPICH version 8.1.25.17 (ANL base 3.4a2)\nMPI BUILD INFO : Sun Feb 26 2023\n",
           "MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Release date :\tWed March 02 22:00:00 EST 2022\n",
           "MVAPICH Version      :\t3.0\n", "Intel(R) MPI Library 2021.9 for Linux* OS\n")


def vendors(job):
    """Libraries with the binary interface of MPICH are measured, whoever made them; those with an unknown one are refused."""
    job.options.library = f"{job.options.program}:{job.options.library}"
    for version in VENDORS:
        job.launch(2, ["env", f"FAKE_MPI={version}", job.options.counting], preload=True)
        assert job.routines()["MPI_Init"]["calls"] == 2, version
        shutil.rmtree(job.path("run"))
    done = job.launch(2, ["env", "FAKE_MPI=HPE MPT 2.25", job.options.counting], preload=True)
    assert done.stderr.count("HPE MPT 2.25") == 1, done.stderr
    assert not glob.glob(job.path("run*", "mpi.json"))


CASES = {
    **{case.__name__: case for case in (another_mpi, through_library, another_mpi_installed, vendors)},
}
