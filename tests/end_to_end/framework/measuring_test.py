#!/usr/bin/env python3
"""Proxies between components: placed by `proxima run`, chosen by rules, wired by hand, made for a binary."""
import json
import os
import shutil
import subprocess

from harness import (CELLS, EVERYTHING, FLUX, FLUX_CELLS, GO, HEAD, RUN, WIRES, expect, expect_in, main,
                     nodes_of, options, run, script)


def case_measured():
    path = script(HEAD + WIRES + "    display chain\n" + RUN)
    done = run("run", path, "--measure", "all", "-o", "out")
    expect(done.stdout.splitlines()[-2:], ["  driver.flux -> flux.flux (measured)", "value 1"], "the output")
    expect(nodes_of("out"), EVERYTHING, "the call graph")
    table = run("report", "out", "--connections", "--width", "140").stdout
    calls = {line.split("  ")[0]: line[len(line.split("  ")[0]):].split()[0] for line in table.splitlines() if "->" in line}
    expect(calls, {"framework.go -> driver.go": "1", "driver.flux -> flux.flux": "10", "driver.mesh -> mesh.mesh": "10",
                   "flux.mesh -> mesh.mesh": "10"}, "the table of connections")
    # Rebuilt from the records alone.
    os.remove(os.path.join(options.work, "out", "callgraph.json"))
    with open(os.path.join(options.work, "out", "run.json")) as file:
        facts = json.load(file)
    facts["complete"] = False
    with open(os.path.join(options.work, "out", "run.json"), "w") as file:
        json.dump(facts, file)
    run("recover", "out")
    expect(nodes_of("out"), EVERYTHING, "the call graph that was recovered")
    # One user with two ports to one provider: connections that differ only in the port stay separate.
    path = script(HEAD + WIRES + "    connect driver check flux flux\n" + RUN)
    run("run", path, "--measure", "all", "-o", "two")
    check = ("driver.check", "flux.flux", "compute")
    expect(nodes_of("two"), {**EVERYTHING, (check, GO): 1, (FLUX_CELLS, check): 1}, "the call graph with the check")


def case_selected():
    path = script(HEAD + WIRES + RUN)
    for patterns, wanted in (
            (["flux.*"], {(FLUX, None): 10}),
            (["flux"], {(FLUX, None): 10}),
            (["heat::Mesh*"], {(CELLS, None): 10, (FLUX_CELLS, None): 10}),
            (["flux -> *"], {(FLUX_CELLS, None): 10}),
            (["all", "!driver.go"], {(FLUX, None): 10, (CELLS, None): 10, (FLUX_CELLS, FLUX): 10}),
            (["mesh", "!driver.mesh -> mesh.mesh"], {(FLUX_CELLS, None): 10})):
        name = "run-" + "-".join(p.strip("!*:> ") for p in patterns).replace("/", "_")
        run("run", path, "-o", name, *[word for p in patterns for word in ("--measure", p)])
        expect(nodes_of(name), wanted, f"the call graph of {patterns}")
    done = run("run", path, "--measure", "flx.*", "-o", "none", status=1)
    expect_in("--measure flx.* matches no connection", done.stderr, "the error")
    # Without the library of proxies, `all` measures what it can, and a missing name is an error.
    bare = script((HEAD + WIRES + RUN).replace("    path append {libraries}/proxies\n", ""), "bare.rc")
    done = run("run", bare, "--measure", "all", "-o", "bare")
    expect_in("no proxy of heat::FluxPort is in the component path", done.stderr, "the note")
    expect(nodes_of("bare"), {(GO, None): 1}, "the call graph without proxies")
    done = run("run", bare, "--measure", "flux.flux", "-o", "bare2", status=1)
    expect_in(f"{bare}:10: error: no proxy of heat::FluxPort", done.stderr, "the error")


def case_by_hand():
    """The proxies wired in the script, as the papers do; two users of one proxy stay separate."""
    path = script(HEAD + """\
    repository get-global FluxPortProxy
    instantiate FluxPortProxy flux_proxy
    instantiate MeshPortProxy mesh_proxy
    instantiate Mastermind mastermind
    connect flux_proxy target flux flux
    connect flux_proxy monitor mastermind monitor
    connect mesh_proxy target mesh mesh
    connect mesh_proxy monitor mastermind monitor
    connect flux mesh mesh_proxy port
    connect driver mesh mesh_proxy port
    connect driver flux flux_proxy port
    go driver go
    disconnect flux_proxy monitor mastermind monitor
    disconnect driver flux flux_proxy port
    connect driver flux flux_proxy port
    go driver go
    """)
    run("run", path, environment={"PROXIMA": "output=out"})
    expect(nodes_of("out"), {(FLUX, None): 10, (CELLS, None): 20, (FLUX_CELLS, FLUX): 10, (FLUX_CELLS, None): 10},
           "the call graph")
    # With --measure as well, nothing is measured twice.
    run("run", path, "--measure", "all", "-o", "both")
    expect(sum(nodes_of("both").values()), 2 + 10 + 20 + 20, "the number of calls")


def case_rules():
    path = script(HEAD + WIRES + RUN)
    run("run", path, "--measure", "all", "--measure", "!*.go", "--measure", "!driver -> mesh", "-o", "out")
    expect(nodes_of("out"), {(FLUX, None): 10, (FLUX_CELLS, FLUX): 10}, "the call graph")


def case_binary_only():
    """A component given as binary and port header: proxies from the header alone, made after the library."""
    library = os.path.join(options.work, "lib")
    os.mkdir(library)
    for name in ("libUniformMesh.so", "libLinearFlux.so", "libDriver.so"):
        shutil.copy(os.path.join(options.libraries, name), library)
    source = options.source
    ports = os.path.join(options.work, "ports")
    os.mkdir(ports)
    shutil.copy(os.path.join(source, "tests/end_to_end/framework/ports/flux_port.hpp"), ports)
    flags = ["-std=c++17", f"-I{ports}", f"-I{source}/runtime/probe/core/include", f"-I{source}/runtime/components/framework/include"]
    subprocess.run([options.generator, "--components", "-o", os.path.join(options.work, "made"),
                    os.path.join(ports, "flux_port.hpp"), "--", *flags], check=True)
    made = [os.path.join(options.work, "made", name) for name in ("flux_port.proxy.cpp", "mastermind.cpp", "proxy_components.cpp")]
    subprocess.run([options.compiler, *flags, "-shared", "-fPIC", "-o", os.path.join(library, "libflux.proxima.so"), *made,
                    options.framework, options.runtime], check=True)
    path = script((HEAD + WIRES + RUN).replace("    path append {libraries}/proxies\n", "").replace("{libraries}", library))
    run("run", path, "--measure", "flux.flux", "-o", "out")
    expect(nodes_of("out"), {(FLUX, None): 10}, "the call graph")


main(globals())
