"""Shared parts of the tests of assemblies: small components in shared libraries, and scripts for them.

The value that the driver prints is known: each step multiplies it by mesh.cells / mesh.cells = 1, and the optional
check by 16 / 8 = 2. So are all numbers of calls."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time

options = argparse.Namespace()  # of the command line, and `work`: an empty directory

HEAD = """\
    #!ccaffeine bootstrap file.
    path append {libraries}
    path append {libraries}/proxies
    ! the components
    repository get-global Driver
    instantiate UniformMesh mesh
    instantiate LinearFlux flux
    create Driver driver
"""
WIRES = """\
    connect flux mesh mesh mesh
    connect driver mesh mesh mesh
    connect driver flux flux flux
"""
RUN = """\
    go driver go
    quit
"""


def script(text, name="script.rc"):
    path = os.path.join(options.work, name)
    with open(path, "w") as file:
        file.write(textwrap.dedent(text.replace("{libraries}", options.libraries)))
    return path


def run(*arguments, status=0, environment=None, launcher=()):
    command = [*launcher, options.proxima, *arguments]
    # Uses its own session, since a launcher that aborts may signal its process group.
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=options.work, start_new_session=True,
                          env={**os.environ, "PROXIMA_COMPONENT_PATH": "", **(environment or {})})
    if status is not None and done.returncode != status:
        fail(f"{command} ended with {done.returncode}, not {status}:\n{done.stdout}{done.stderr}")
    return done


def recover(directory):
    """Recovers a run; a launcher may end before the ranks that it has killed."""
    for _ in range(300):
        done = run("recover", directory, status=None)
        if "still measures" not in done.stderr:
            break
        time.sleep(0.1)
    expect(done.returncode, 0, f"the exit status of recover, which said: {done.stderr}")


def fail(message):
    sys.exit(message)


def expect(actual, wanted, what):
    if actual != wanted:
        fail(f"{what} is\n{actual}\nnot\n{wanted}")


def expect_in(part, text, what):
    if part not in text:
        fail(f"{what} does not have\n{part}\nbut is\n{text}")


def nodes_of(directory):
    """(user, uses port, provider, provides port, method) -> calls, and the same of its parent."""
    with open(os.path.join(options.work, directory, "callgraph.json")) as file:
        graph = json.load(file)
    data, parents, calls = {}, {}, {}
    for tree in graph["graph"]:
        for id, node in tree.items():
            data[int(id)] = node["data"]
            for child in node["children"]:
                parents[child] = int(id)
    for row in graph["dataframe"]:
        calls[row["node"]] = calls.get(row["node"], 0) + row["calls"]

    def key(id):
        if id is None:
            return None
        node = data[id]
        if "user" not in node:
            fail(f"node {node} has no connection")
        return (node["user"] + "." + node["uses port"], node["instance"] + "." + node["provides port"], node["method"])
    found = {(key(id), key(parents.get(id))): calls[id] for id in data}
    expect(len(found), len(data), "the number of different nodes")
    return found


GO = ("framework.go", "driver.go", "go")
FLUX = ("driver.flux", "flux.flux", "compute")
CELLS = ("driver.mesh", "mesh.mesh", "cells")
FLUX_CELLS = ("flux.mesh", "mesh.mesh", "cells")
EVERYTHING = {(GO, None): 1, (FLUX, GO): 10, (CELLS, GO): 10, (FLUX_CELLS, FLUX): 10}


def main(cases):
    """Runs the case that the command line names."""
    parser = argparse.ArgumentParser()
    for name in ("proxima", "libraries", "generator", "compiler", "source", "runtime", "framework", "launcher", "mpi"):
        parser.add_argument("--" + name)
    parser.add_argument("case")
    parser.parse_args(namespace=options)
    with tempfile.TemporaryDirectory(prefix="proxima-framework-") as work:
        options.work = os.path.realpath(work)
        cases["case_" + options.case]()
