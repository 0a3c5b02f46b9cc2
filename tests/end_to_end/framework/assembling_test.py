#!/usr/bin/env python3
"""What `proxima run` and `proxima assembly` do with scripts and JSON that are right."""
import os
import shutil
import textwrap

from harness import FLUX, HEAD, RUN, WIRES, expect, expect_in, fail, main, nodes_of, options, run, script


def case_runs():
    path = script(HEAD + WIRES + RUN)
    expect(run("run", path).stdout, "value 1\n", "the output")
    # A script that rewires: the check is connected, disconnected again, and what is removed is gone.
    path = script(HEAD + WIRES + """\
    connect driver check flux flux
    go driver go
    disconnect driver check flux flux
    go driver go
    disconnect driver flux flux flux
    remove flux
    instantiate LinearFlux other
    connect other mesh mesh mesh
    connect driver flux other flux
    go driver go
    """)
    expect(run("run", path).stdout, "value 2\nvalue 1\nvalue 1\n", "the output")


def case_json():
    path = script("""\
    {
        // as the script has it
        "path": ["{libraries}"],
        "components": {
            "mesh": {"class": "UniformMesh", "parameters": {"parameters": {"cells": 4}}},
            "flux": {"class": "LinearFlux"},
            "driver": {"class": "Driver"}
        },
        "connections": [
            "flux.mesh -> mesh.mesh",
            "driver.mesh -> mesh.mesh",
            "driver.flux -> flux.flux",
            {"user": "driver", "uses": "check", "provider": "flux", "provides": "flux"}
        ],
        "go": "driver.go"
    }
    """, "assembly.json")
    expect(run("run", path).stdout, "value 4\n", "the output")  # 16 / 4


def case_check():
    path = script(HEAD + WIRES + RUN)
    done = run("run", "--check", path)
    expect(done.stdout + done.stderr, f"{path}: 3 instances, 3 connections, nothing wrong\n", "what is said of a good script")
    path = script(HEAD + """\
    connect driver mesh mesh nothing
    connect driver mesh mesh parameters
    instantiate Unloadable bad
    connect bad mesh mesh mesh
    parameters mesh parameters cells 0
    connect driver flux flux flux
    go driver go
    """)
    done = run("run", "--check", path, status=1)
    lines = done.stderr.splitlines()
    expect(len(lines), 5, f"the number of errors in\n{done.stderr}")
    for line, number in zip(lines, (9, 10, 11, 13, 15)):
        expect(line.split(" error:")[0], f"{path}:{number}:", "the place of an error")
    expect_in("function_of_a_library_that_is_missing", lines[2], "the loader's words")
    expect_in("cells cannot be `0`: it is a whole number from 1 to 1000", lines[3], "the parameter's error")
    expect(lines[4].split("connected: ")[1], "flux.mesh (heat::MeshPort)", "what is not connected and not said yet")


def case_parameters():
    path = script(HEAD + WIRES + """\
    parameters mesh parameters cells 4
    parameters mesh parameters cells
    parameters driver parameters
    connect driver check flux flux
    go driver go
    """)
    lines = run("run", path).stdout.splitlines()
    expect(lines[0], "mesh.parameters:", "the title")
    expect(lines[1], "  cells = 4  (int: from 1 to 1000; default 8)  in each direction", "the field")
    expect(len(lines), 2 + 4 + 1, "the number of lines")
    expect(lines[-1], "value 4", "the value with the parameter")


def case_displays():
    path = script(HEAD + WIRES + """\
    display palette
    display arena
    display component driver
    display chain
    repository list
    """)
    expect(run("run", path).stdout, textwrap.dedent("""\
        palette:
          Driver
          JobMonitor
          LinearFlux
          Mastermind
          Measurement
          Optimizer
          PerformanceAttention
          PerformanceKnowledge
          PerformanceMonitor
          UniformMesh
        arena:
          mesh (UniformMesh)
          flux (LinearFlux)
          driver (Driver)
        driver (Driver):
          provides go (proxima::framework::GoPort)
          provides parameters (proxima::framework::ParameterPort)
          uses mesh (heat::MeshPort) -> mesh.mesh
          uses flux (heat::FluxPort) -> flux.flux
          uses check (heat::FluxPort)
        chain:
          flux.mesh -> mesh.mesh
          driver.mesh -> mesh.mesh
          driver.flux -> flux.flux
        palette:
          Driver
          JobMonitor
          LinearFlux
          Mastermind
          Measurement
          Optimizer
          PerformanceAttention
          PerformanceKnowledge
          PerformanceMonitor
          UniformMesh
        """), "what is displayed")


def case_order():
    """What components print and what `display` prints come as they were asked for, in a pipe, too."""
    path = script(HEAD + WIRES + "    go driver go\n    display arena\n    go driver go\n")
    expect(run("run", path).stdout, "value 1\narena:\n  mesh (UniformMesh)\n  flux (LinearFlux)\n  driver (Driver)\n"
                                    "value 1\n", "the output")


def case_encodings():
    """Line ends of other systems, and the byte order mark that their editors write."""
    path = script(HEAD + WIRES + '    parameters mesh parameters "cells" "4"\n    connect driver check flux flux\n' + RUN)
    with open(path, "rb") as file:
        text = file.read()
    json_text = run("assembly", path, "--json").stdout.encode()
    for name, content in (("crlf.rc", text.replace(b"\n", b"\r\n")), ("mark.rc", b"\xef\xbb\xbf" + text),
                          ("crlf.json", json_text.replace(b"\n", b"\r\n")), ("mark.json", b"\xef\xbb\xbf" + json_text)):
        with open(os.path.join(options.work, name), "wb") as file:
            file.write(content)
        expect(run("run", name).stdout, "value 4\n", f"the output of {name}")


def case_environment():
    path = script((HEAD + WIRES + RUN).replace("path append {libraries}\n", "path init\n"))
    expect(run("run", path, environment={"PROXIMA_COMPONENT_PATH": options.libraries}).stdout, "value 1\n", "output")
    expect(run("run", path, "--path", options.libraries).stdout, "value 1\n", "output")
    # What is relative is beside the script.
    os.symlink(options.libraries, os.path.join(options.work, "beside"))
    path = script(HEAD.replace("{libraries}", "beside") + WIRES + RUN)
    expect(run("run", os.path.relpath(path, options.work)).stdout, "value 1\n", "output")
    # PROXIMA says how, --output where.
    run("run", path, "--measure", "flux", "-o", "out", environment={"PROXIMA": "records=off"})
    expect(nodes_of("out"), {(FLUX, None): 10}, "the call graph")
    expect(os.path.exists(os.path.join(options.work, "out", "records")), False, "whether there are records")


def case_doubles():
    path = script(HEAD + WIRES + RUN)
    later = os.path.join(options.work, "later")
    os.mkdir(later)
    shutil.copy(os.path.join(options.libraries, "libDriver.so"), later)
    os.symlink(os.path.join(options.libraries, "libLinearFlux.so"), os.path.join(later, "libLinearFlux.so"))
    path = script(HEAD.replace("path append {libraries}\n", "path append {libraries}\n    path append later\n", 1)
                  + "    instantiate Driver other\n" + WIRES + RUN)
    place = f"{path}:6: warning: Driver is of {options.libraries}/libDriver.so, not of {later}/libDriver.so, "
    for how in ([], ["--check"]):
        done = run("run", *how, path, status=None)
        expect(len(done.stderr.splitlines()), 1, f"the number of warnings in\n{done.stderr}")
        expect(done.stderr.startswith(place), True, f"whether the warning names both, {done.stderr}, {place}")


def case_dot():
    path = script(HEAD + WIRES + RUN)
    lines = run("assembly", path, "--dot").stdout.splitlines()
    for wanted in ('  "driver" [label="driver\\nDriver", penwidth=2];', '  "driver" -> "flux" [label="flux"];',
                   '  "flux" -> "mesh" [label="mesh"];'):
        if wanted not in lines:
            fail(f"the diagram has no line {wanted}: {lines}")
    path = script(HEAD + "    connect driver flux fluks flux\n")
    expect(run("assembly", path, "--dot", status=1).stderr,
           f"{path}:9: error: there is no component instance fluks; did you mean flux?\n", "the error")


def case_converts():
    path = script(HEAD + "    parameters mesh parameters cells 4\n" + WIRES + "    connect driver check flux flux\n" + RUN)
    converted = script(run("assembly", path, "--json").stdout, "converted.json")
    expect(run("run", converted).stdout, "value 4\n", "the output of the JSON")
    back = script(run("assembly", converted, "--rc").stdout, "back.rc")
    expect(run("run", back).stdout, "value 4\n", "the output of the script made of it")
    path = script(HEAD + WIRES + "    remove flux\n")
    expect_in(":12: error: `remove` has no place in JSON", run("assembly", path, "--json", status=1).stderr, "the error")


main(globals())
