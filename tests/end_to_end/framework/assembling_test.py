#!/usr/bin/env python3
"""Valid scripts in `proxima run` and `proxima assembly`."""
import os
import shutil

from harness import FLUX, HEAD, RUN, WIRES, expect, expect_in, main, nodes_of, options, run, script


def case_runs():
    """A script that rewires: the check is connected and disconnected again, and a removed instance is gone."""
    path = script(HEAD + WIRES + """\
    go driver go
    connect driver check flux flux
    go driver go
    disconnect driver check flux flux
    disconnect driver flux flux flux
    remove flux
    instantiate LinearFlux other
    connect other mesh mesh mesh
    connect driver flux other flux
    display arena
    go driver go
    """)
    expect(run("run", path).stdout, "value 1\nvalue 2\narena:\n  mesh (UniformMesh)\n  driver (Driver)\n  other (LinearFlux)\n"
                                    "value 1\n", "the output, in its order")


def case_forms():
    """A script with line ends and marks of other systems runs; it is drawn."""
    path = script(HEAD + '    parameters mesh parameters "cells" "4"\n' + WIRES + "    connect driver check flux flux\n" + RUN)
    with open(path) as file:
        text = file.read()
    for name, content in (("crlf.rc", text.replace("\n", "\r\n")), ("mark.rc", "\ufeff" + text)):
        with open(os.path.join(options.work, name), "w", encoding="utf-8", newline="") as file:
            file.write(content)
        expect(run("run", name).stdout, "value 4\n", f"the output of {name}")  # 16 / 4
    drawn = run("assembly", path, "--dot").stdout
    for wanted in ('"driver" [label="driver\\nDriver" penwidth="2"];', '"driver" -> "flux" [label="flux"];'):
        expect_in(wanted, drawn, "the diagram")


def case_check():
    """All errors of a script are reported, without those that only follow from others."""
    done = run("run", "--check", script(HEAD + WIRES + RUN))
    expect_in("3 instances, 3 connections", done.stdout, "the answer to a good script")
    path = script(HEAD + """\
    connect driver mesh mesh nothing
    connect driver mesh mesh parameters
    instantiate Unloadable bad
    connect bad mesh mesh mesh
    parameters mesh parameters cells 0
    connect driver flux flux flux
    go driver go
    """)
    lines = run("run", "--check", path, status=1).stderr.splitlines()
    expect([int(line.split(":")[1]) for line in lines], [9, 10, 11, 13, 15], f"the places of the errors:\n{lines}")


def case_displays():
    path = script(HEAD + WIRES + """\
    parameters mesh parameters cells
    display palette
    display component driver
    display chain
    """)
    said = run("run", path).stdout
    for wanted in ("cells = 8  (int: from 1 to 1000; default 8)", "  Driver\n", "  Optimizer\n", "  UniformMesh\n",
                   "provides go (proxima::framework::GoPort)", "uses mesh (heat::MeshPort) -> mesh.mesh",
                   "uses check (heat::FluxPort)\n", "flux.mesh -> mesh.mesh\n"):
        expect_in(wanted, said, "what is displayed")


def case_environment():
    """Components are found by PROXIMA_COMPONENT_PATH, --path, and beside the script; PROXIMA configures, --output says where."""
    path = script((HEAD + WIRES + RUN).replace("path append {libraries}\n", "path init\n"))
    expect(run("run", path, environment={"PROXIMA_COMPONENT_PATH": options.libraries}).stdout, "value 1\n", "output")
    expect(run("run", path, "--path", options.libraries).stdout, "value 1\n", "output")
    os.symlink(options.libraries, os.path.join(options.work, "beside"))
    path = script(HEAD.replace("{libraries}", "beside") + WIRES + RUN)
    run("run", path, "--measure", "flux", "-o", "out", environment={"PROXIMA": "records=off"})
    expect(nodes_of("out"), {(FLUX, None): 10}, "the call graph")
    expect(os.path.exists(os.path.join(options.work, "out", "records")), False, "whether there are records")


def case_doubles():
    """A class in two directories of the path: the first one counts, and a warning names both."""
    later = os.path.join(options.work, "later")
    os.mkdir(later)
    shutil.copy(os.path.join(options.libraries, "libDriver.so"), later)
    path = script(HEAD.replace("path append {libraries}\n", "path append {libraries}\n    path append later\n", 1)
                  + WIRES + RUN)
    (said,) = run("run", path).stderr.splitlines()
    for wanted in (f"{path}:6: warning: ", f"{options.libraries}/libDriver.so", f"{later}/libDriver.so"):
        expect_in(wanted, said, "the warning")


main(globals())
