#!/usr/bin/env python3
"""The same assembly on two ranks of an MPI."""
import json
import os

from harness import FLUX, GO, HEAD, RUN, WIRES, expect, expect_in, fail, main, nodes_of, options, recover, run, script


def job(*arguments, status):
    """On two ranks; the exit status is the launcher's."""
    flags = ["-x", "PROXIMA", "-x", "PROXIMA_COMPONENT_PATH", "--oversubscribe"] if options.mpi == "openmpi" else []
    done = run(*arguments, status=None, launcher=[options.launcher, "-n", "2", *flags],
               environment={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    if (done.returncode == 0) != (status == 0):
        fail(f"{arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def ranked(*commands):
    """An assembly whose flux communicates."""
    head = HEAD.replace("LinearFlux", "RankedFlux").replace("/proxies", "/proxies:{libraries}/" + options.mpi)
    return script(head + WIRES.replace("    connect flux mesh mesh mesh\n", "") + "".join(f"    {c}\n" for c in commands) + RUN)


def case_mpi_component():
    """MPI is initialised before components are created, and its calls are measured; one rank displays."""
    done = job("run", ranked("display arena"), "--measure", "all", "-o", "out", status=0)
    expect(done.stdout.count("value 1\n"), 2, "the number of ranks that ran")
    expect(done.stdout.count("arena:\n"), 1, "the number of ranks that display")
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux on both ranks")
    with open(os.path.join(options.work, "out", "run.json")) as file:
        facts = json.load(file)
    expect((facts["mpi"]["size"], facts["complete"]), (2, True), "the run")
    with open(os.path.join(options.work, "out", "mpi.json")) as file:
        calls = {routine["name"]: routine["calls"] for routine in json.load(file)["routines"]}
    expect(calls["MPI_Allreduce"], 20, "the number of calls of MPI_Allreduce")


def case_mpi_aborts():
    """One rank throws, or ends the program, while the other waits for it in MPI."""
    path = ranked("parameters driver parameters fail_on_rank 1", "go driver go", "parameters driver parameters fail_on_rank -1")
    done = job("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:12: error: driver.go has thrown: the flux is not finite (rank 1)", done.stderr, "the error")
    for way, word in (("exit", "exit(0)"), ("segmentation fault", "signal 11")):
        path = script("    path append {libraries}\n    instantiate Culprit culprit\n"
                      f'    parameters culprit parameters way "{way}"\n    go culprit go\n')
        said = job("run", path, status=1).stderr
        expect_in(f"{path}:4: error: culprit.go ", said, "the error")
        expect_in(word, said, "the error")
        expect_in("(rank ", said, "the error")


def case_mpi_throws():
    """One rank throws while the other, which has finished, waits for it; measurements of both are kept."""
    path = script(HEAD + WIRES + "    parameters driver parameters fail_on_rank 1\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:13: error: driver.go has thrown: the flux is not finite (rank 1)", done.stderr, "the error")
    expect_in("proxima recover", done.stderr, "what becomes of the run")
    recover("out")
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux that were kept, on both ranks")


def case_mpi_status():
    path = script(HEAD + WIRES + "    parameters driver parameters status 7\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=7)
    for rank in range(2):
        expect_in(f"{path}:13: error: driver.go returned 7 (rank {rank})\n", done.stderr, "the message")
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux")


main(globals())
