#!/usr/bin/env python3
"""The same assembly on two ranks of an MPI."""
import json
import os

from harness import (EVERYTHING, FLUX, GO, HEAD, RUN, WIRES, expect, expect_in, fail, main, nodes_of, options,
                     recover, run, script)


def job(*arguments, status):
    """On two ranks; the exit status is the launcher's."""
    flags = ["-x", "PROXIMA", "-x", "PROXIMA_COMPONENT_PATH", "--oversubscribe"] if options.mpi == "openmpi" else []
    done = run(*arguments, status=None, launcher=[options.launcher, "-n", "2", *flags],
               environment={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    if (done.returncode == 0) != (status == 0):
        fail(f"{arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def case_mpi_runs():
    path = script(HEAD + WIRES + "    display arena\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=0)
    expect(done.stdout.count("value 1\n"), 2, "the number of ranks that ran")
    expect(done.stdout.count("arena:\n"), 1, "the number of ranks that display")
    expect(nodes_of("out"), {node: 2 * calls for node, calls in EVERYTHING.items()}, "the call graph of both ranks")
    with open(os.path.join(options.work, "out", "run.json")) as file:
        facts = json.load(file)
    expect((facts["mpi"]["size"], facts["complete"]), (2, True), "the run")


def case_mpi_component():
    """A component that communicates: MPI is there when it is made, and its calls are measured."""
    head = HEAD.replace("LinearFlux", "RankedFlux").replace("/proxies", "/proxies:{libraries}/" + options.mpi)
    path = script(head + WIRES.replace("    connect flux mesh mesh mesh\n", "") + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=0)
    expect(done.stdout.count("value 1\n"), 2, "the number of ranks that ran")
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux on both ranks")
    with open(os.path.join(options.work, "out", "mpi.json")) as file:
        calls = {routine["name"]: routine["calls"] for routine in json.load(file)["routines"]}
    expect(calls["MPI_Allreduce"], 20, "the number of calls of MPI_Allreduce")


def case_mpi_aborts():
    """One rank throws while the other waits for it in MPI."""
    head = HEAD.replace("LinearFlux", "RankedFlux").replace("/proxies", "/proxies:{libraries}/" + options.mpi)
    path = script(head + WIRES.replace("    connect flux mesh mesh mesh\n", "") +
                  "    parameters driver parameters fail_on_rank 1\n    go driver go\n" +
                  "    parameters driver parameters fail_on_rank -1\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:12: error: driver.go has thrown: the flux is not finite (rank 1)", done.stderr, "the error")


def case_mpi_throws():
    """One rank throws, the other has ended its options.work, and waits for it."""
    path = script(HEAD + WIRES + "    parameters driver parameters fail_on_rank 1\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:13: error: driver.go has thrown: the flux is not finite (rank 1)", done.stderr, "the error")
    expect_in("/out (try: proxima recover ", done.stderr, "what becomes of the run")
    recover("out")
    calls = nodes_of("out")
    expect(calls[(FLUX, GO)], 20, "the calls of the flux that were kept, on both ranks")


def case_mpi_broken():
    """The same error on every rank is said once, unless a rank is slow."""
    path = script(HEAD + "    connect driver flux flux nothing\n" + RUN)
    done = job("run", path, status=1)
    expect_in(f"{path}:9: error: flux (LinearFlux) provides no port nothing", done.stderr, "the error")


def case_mpi_early_end():
    """Which rank has ended the job, and why."""
    path = script("""\
    path append {libraries}
    instantiate Culprit culprit
    parameters culprit parameters way exit
    go culprit go
    """)
    done = job("run", path, status=1)
    expect_in(f"{path}:4: error: culprit.go has called exit(0), which ends the program; components return (rank ",
              done.stderr, "the error")
    path = script("""\
    path append {libraries}
    instantiate Culprit culprit
    parameters culprit parameters way "segmentation fault"
    go culprit go
    """)
    done = job("run", path, status=1)
    expect_in(f"{path}:4: error: culprit.go was ended by signal 11 (segmentation fault) (rank ", done.stderr, "the error")


def case_mpi_status():
    path = script(HEAD + WIRES + "    parameters driver parameters status 7\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=7)
    for rank in range(2):
        expect_in(f"{path}:13: error: driver.go returned 7 (rank {rank})\n", done.stderr, "what is said")
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux")


main(globals())
