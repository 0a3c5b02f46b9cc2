"""What programs have called, in C and Fortran, is what the run directory and the reports say."""

import collections
import glob
import json
import os
import re
import shutil

from launching import install_both


def counted_by_the_program(job, ranks):
    uses = collections.defaultdict(lambda: [0, 0, 0])
    for rank in range(ranks):
        with open(job.path(f"expected-{rank}")) as file:
            for line in file:
                name, *numbers = line.split()
                uses[name] = [sum(pair) for pair in zip(uses[name], map(int, numbers))]
    return dict(uses)


def paths_of_routines(job):
    """The counts of each call path and routine; over all paths they are those of the routine."""
    paths = {(row["path"], row["routine"]): row for row in job.json("mpi.json")["paths"]}
    for name, use in job.routines().items():
        for column in ("calls", "time", "bytes sent", "bytes received"):
            summed = sum(row[column] for (_, routine), row in paths.items() if routine == name)
            assert abs(summed - use[column]) <= 1e-6 * use[column], (name, column, summed, use)
    return paths


def check_routines(job, ranks, is_measured=lambda name: True):
    """Calls and bytes of the routines that are measured are those that the program has counted."""
    measured = {name: [use["calls"], use["bytes sent"], use["bytes received"]]
                for name, use in job.routines().items()}
    expected = {name: use for name, use in counted_by_the_program(job, ranks).items() if is_measured(name)}
    assert measured == expected, {name: (measured.get(name), expected.get(name)) for name in {*measured, *expected}
                                  if measured.get(name) != expected.get(name)}


def counting(job, ranks):
    job.launch(ranks, [job.options.counting], preload=True)
    report = job.json("mpi.json")
    check_routines(job, ranks)
    assert (report["size"], report["untracked operations"]) == (ranks, 0), report
    for use in report["routines"]:
        operations = use.get("nonblocking", {"operations": 0, "completed": 0})
        assert operations["operations"] == operations["completed"], use
    check_partners(job, report, ranks)
    assert {path for path, _ in paths_of_routines(job)} == {""}
    assert job.json("run.json")["mpi"] == {"size": ranks, "rank": 0}
    assert [name for name in os.listdir(job.directory) if name.startswith("run")] == ["run"]


def left_out(job, ranks=3):
    """Routines that rules leave out are not counted, all others as ever, and what they end is known to have ended."""
    rules = ["exclude=MPI_*send*", "exclude=MPI_Comm_free", "exclude=MPI_Init", "exclude=MPI_Finalize", "include=MPI_Send"]
    job.launch(ranks, [job.options.counting], configuration=f"on,{','.join(rules)},exclude=MPI_Nonsense", preload=True)
    check_routines(job, ranks, lambda name: name == "MPI_Send" or
                   ("send" not in name and name not in ("MPI_Comm_free", "MPI_Init", "MPI_Finalize")))
    assert job.json("run.json")["complete"] and job.json("run.json")["mpi"]["size"] == ranks
    assert f"MPI routines by {', '.join(rules)}" in " ".join(job.proxima("report", "run", "--width", "400").split())
    shutil.rmtree(job.path("run"))
    job.launch(ranks, [job.options.counting], configuration="include=MPI_Allreduce;other::port", preload=True)
    assert list(job.routines()) == ["MPI_Allreduce"], job.routines()


def check_partners(job, report, ranks):
    """The bytes that one sent to the other are those that the other received. What the right neighbour gets and gives by
    one-sided operations is known to the origin alone."""
    partners = {(row["rank"], row["partner"]): [row[f"{what} {way}"] for way in ("sent", "received") for what in ("messages", "bytes")]
                for row in report["partners"]}
    assert {rank for rank, _ in partners} == set(range(ranks))
    for rank in range(ranks):
        with open(job.path(f"one-sided-{rank}")) as file:
            one_sided = list(map(int, file.read().split()))
        assert ranks == 1 or min(one_sided) > 0
        to_right = partners[rank, (rank + 1) % ranks]
        to_right[:] = [number - of_windows for number, of_windows in zip(to_right, one_sided)]
    for (rank, partner), row in partners.items():
        assert row[:2] == partners[partner, rank][2:], (rank, partner, row, partners[partner, rank])
        assert partner in ((rank + 1) % ranks, (rank - 1) % ranks)


def reported(job):
    """The tool's reports say of MPI what mpi.json says; the cost is what the machine takes for a call, times the calls."""
    job.launch(2, [job.options.counting], preload=True)
    report = json.loads(job.proxima("report", "run", "--json"))
    assert report["mpi"] == job.json("mpi.json")
    calls = sum(use["calls"] for use in job.routines().values())
    cost = job.json("run.json")["cost_of_one_mpi_call_ns"]
    assert cost > 0
    assert (report["run"]["mpi_call_cost_ns"], report["run"]["mpi_calls"]) == (cost, calls)
    assert abs(report["run"]["mpi_overhead_us"] - cost * calls / 1e3) < 1e-6 * report["run"]["mpi_overhead_us"]
    text = job.proxima("report", "run", "--width", "200")
    assert " an MPI call" in text and f"measured  {calls} MPI calls\n" in text and "; MPI takes " in text, text


def unmeasured(job):
    """Without PROXIMA nothing is written, and the program does what it did."""
    job.launch(2, [job.options.counting], configuration=None, preload=True)
    assert not glob.glob(job.path("run*")) and not glob.glob(job.path("proxima-run*"))
    assert counted_by_the_program(job, 2)["MPI_Init"][0] == 2


def use_of(job, command, ranks):
    """What one program has done: its routines with calls, bytes and operations, and the messages between ranks."""
    done = job.launch(ranks, [command], preload=True)
    assert done.stderr == "", done.stderr
    report = job.json("mpi.json")
    shutil.rmtree(job.path("run"))
    routines = {use["name"]: (use["calls"], use["bytes sent"], use["bytes received"], use.get("nested", 0),
                              use.get("nonblocking", {}).get("completed")) for use in report["routines"]}
    return routines, {(row["rank"], row["partner"]): (row["messages sent"], row["bytes sent"], row["bytes received"])
                      for row in report["partners"]}


def fortran(job, ranks=2):
    """The same program in each Fortran interface has the counts that it has in C, whatever its MPI calls for them."""
    if job.options.other_library:
        install_both(job)
    in_c, *in_fortran = job.options.program.split(",")
    expected = use_of(job, in_c, ranks)
    routines, partners = expected
    once = ("MPI_Init_thread", "MPI_Comm_size", "MPI_Comm_get_attr", "MPI_Type_free", "MPI_Cart_sub", "MPI_Finalize")
    assert [routines[name][0] for name in once] == [ranks] * len(once), routines
    assert routines["MPI_Send"][:2] == (2 * ranks, (5 + 4) * 4 * ranks), routines
    # Nonblocking, blocking, persistent, exchanged; the last put and got.
    bytes_moved = 4 * (3 * 10 + 5 + 4 + 4 * 3 + 2 + 2 * 2)
    assert partners[0, 1] == (3 + 2 + 4 + 2 + 1, bytes_moved + 4 * 3, bytes_moved + 4 * 2), partners
    for program in in_fortran:
        assert use_of(job, program, ranks) == expected, program


def behind_another_tool(job):
    """A tool that is preloaded before the library, and wraps Fortran names as well, changes no count."""
    in_c, in_fortran, *_ = job.options.program.split(",")
    expected = use_of(job, in_c, 2)
    job.options.library = f"{job.options.other_library}:{job.options.library}"
    assert use_of(job, in_fortran, 2) == expected


def energies(done):
    """The lines of the table of LAMMPS, after 0, 10, ... 100 steps."""
    lines = [line for line in done.stdout.splitlines() if re.fullmatch(r"\s*\d+( +-?[\d.]+){4}\s*", line)]
    assert len(lines) == 11, done.stdout
    return lines


def lammps(job, ranks):
    """LAMMPS as the distribution ships it: its answers are what they are without the library."""
    melt = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "programs", "melt.lammps")
    command = ["env", "OMP_NUM_THREADS=1", job.options.program, "-in", melt, "-log", "none"]
    bare = energies(job.launch(ranks, command, configuration=None))
    assert energies(job.launch(ranks, command, preload=True)) == bare
    calls = {name: routine["calls"] for name, routine in job.routines().items()}
    assert calls["MPI_Init"] == calls["MPI_Finalize"] == ranks and calls["MPI_Allreduce"] > 100, calls
    assert len(job.json("mpi.json")["ranks"]) == ranks


def settings(job):
    """Floating-point environment, signal mask and locale are as without the library, also where exceptions trap, where each
    call is an invocation, and where samples interrupt the program."""
    for argument in ([], ["trap"]):
        command = [os.path.abspath(job.options.program), *argument]
        without = job.launch(2, command, configuration=None).stdout
        for configuration in ("on", "mpi=calls", "mpi=calls,sample=100us"):
            measured = job.launch(2, command, configuration, preload=True).stdout
            assert sorted(measured.split("\n")) == sorted(without.split("\n")), (configuration, without, measured)
            assert job.routines()["MPI_Allreduce"]["calls"] == 40_000
            shutil.rmtree(job.path("run"))


CASES = {
    **{case.__name__: case for case in (reported, left_out, unmeasured, fortran, behind_another_tool, settings)},
    **{f"counting_{ranks}": lambda job, ranks=ranks: counting(job, ranks) for ranks in (1, 7)},
    **{f"lammps_{ranks}": lambda job, ranks=ranks: lammps(job, ranks) for ranks in (1, 4)},
    "fortran_with_another": fortran,
}
