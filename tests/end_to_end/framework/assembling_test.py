#!/usr/bin/env python3
"""Valid scripts and JSON in `proxima run` and `proxima assembly`."""
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


def case_converts():
    """An assembly as script, as JSON, as both made of the other, with line ends and marks of other systems; drawn."""
    path = script(HEAD + '    parameters mesh parameters "cells" "4"\n' + WIRES + "    connect driver check flux flux\n" + RUN)
    json_text = run("assembly", path, "--json").stdout
    converted = script("// comments are allowed\n" + json_text, "converted.json")
    with open(path) as file:
        text = file.read()
    for name, content in (("crlf.rc", text.replace("\n", "\r\n")), ("mark.rc", "\ufeff" + text),
                          ("crlf.json", json_text.replace("\n", "\r\n")), ("mark.json", "\ufeff" + json_text),
                          ("back.rc", run("assembly", converted, "--rc").stdout)):
        with open(os.path.join(options.work, name), "w", encoding="utf-8", newline="") as file:
            file.write(content)
        expect(run("run", name).stdout, "value 4\n", f"the output of {name}")  # 16 / 4
    drawn = run("assembly", path, "--dot").stdout
    for wanted in ('"driver" [label="driver\\nDriver", penwidth=2];', '"driver" -> "flux" [label="flux"];'):
        expect_in(wanted, drawn, "the diagram")
    path = script(HEAD + WIRES + "    remove flux\n")
    expect_in(":12: error: `remove`", run("assembly", path, "--json", status=1).stderr, "the error")


def case_check():
    """All errors of a script or of JSON are reported, without those that only follow from others."""
    done = run("run", "--check", script(HEAD + WIRES + RUN))
    expect_in("3 instances, 3 connections", done.stdout, "the answer to a good script")
    for name, text, places in (
            ("meaning.rc", HEAD + """\
    connect driver mesh mesh nothing
    connect driver mesh mesh parameters
    instantiate Unloadable bad
    connect bad mesh mesh mesh
    parameters mesh parameters cells 0
    connect driver flux flux flux
    go driver go
    """, (9, 10, 11, 13, 15)),
            ("broken.json", """\
    {"components": {
        "mesh": {"class": 3},
        "flux": {"clas": "LinearFlux"}},
     "connections": [
        "flux.mesh > mesh.mesh",
        "flux.mesh -> mesh.mesh"],
     "go": 7}
    """, (2, 3, 5, 7))):
        lines = run("run", "--check", script(text, name), status=1).stderr.splitlines()
        expect(tuple(int(line.split(":")[1]) for line in lines), places, f"the places of the errors:\n{lines}")


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
