#!/usr/bin/env python3
"""`proxima run` and `proxima assembly`, with small components in shared libraries.

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

options = None
work = None

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
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.write(textwrap.dedent(text.replace("{libraries}", options.libraries)))
    return path


def run(*arguments, status=0, environment=None, launcher=()):
    command = [*launcher, options.proxima, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=work,
                          env={**os.environ, "PROXIMA_COMPONENT_PATH": "", **(environment or {})})
    if status is not None and done.returncode != status:
        fail(f"{command} ended with {done.returncode}, not {status}:\n{done.stdout}{done.stderr}")
    return done


def recover(directory):
    """A launcher may end before the ranks that it has killed."""
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
    with open(os.path.join(work, directory, "callgraph.json")) as file:
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
        binding = data[id].get("binding")
        if binding is None:
            fail(f"node {data[id]} has no binding")
        return (binding["user"] + "." + binding["uses port"], binding["provider"] + "." + binding["provides port"],
                data[id]["method"])
    found = {(key(id), key(parents.get(id))): calls[id] for id in data}
    expect(len(found), len(data), "the number of different nodes")
    return found


GO = ("framework.go", "driver.go", "go")
FLUX = ("driver.flux", "flux.flux", "compute")
CELLS = ("driver.mesh", "mesh.mesh", "cells")
FLUX_CELLS = ("flux.mesh", "mesh.mesh", "cells")
EVERYTHING = {(GO, None): 1, (FLUX, GO): 10, (CELLS, GO): 10, (FLUX_CELLS, FLUX): 10}


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
    expect(done.stdout + done.stderr, "", "what is said of a good script")
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
          LinearFlux
          Mastermind
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
          LinearFlux
          Mastermind
          UniformMesh
        """), "what is displayed")


def case_measured():
    path = script(HEAD + WIRES + "    display chain\n" + RUN)
    done = run("run", path, "--measure", "all", "-o", "out")
    expect(done.stdout.splitlines()[-2:], ["  driver.flux -> flux.flux (measured)", "value 1"], "the output")
    expect(nodes_of("out"), EVERYTHING, "the call graph")
    report = json.loads(run("report", "out", "--json").stdout)
    bindings = {(node["binding"]["user"], node["name"]) for node in report["nodes"]}
    expect(bindings, {("framework", "driver.go"), ("driver", "flux.compute"), ("driver", "mesh.cells"),
                      ("flux", "mesh.cells")}, "the bindings in the report")
    table = run("report", "out", "--connections", "--width", "140").stdout
    calls = {line.split("  ")[0]: line[len(line.split("  ")[0]):].split()[0] for line in table.splitlines() if "->" in line}
    expect(calls, {"framework.go -> driver.go": "1", "driver.flux -> flux.flux": "10", "driver.mesh -> mesh.mesh": "10",
                   "flux.mesh -> mesh.mesh": "10"}, "the table of connections")
    # Rebuilt from the records alone.
    os.remove(os.path.join(work, "out", "callgraph.json"))
    with open(os.path.join(work, "out", "run.json")) as file:
        facts = json.load(file)
    facts["complete"] = False
    with open(os.path.join(work, "out", "run.json"), "w") as file:
        json.dump(facts, file)
    run("recover", "out")
    expect(nodes_of("out"), EVERYTHING, "the call graph that was recovered")
    # One user with two ports to one provider: what differs in the port alone is kept apart.
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
    # Without the library of proxies: of all what there is; what was asked for by name is missed.
    bare = script((HEAD + WIRES + RUN).replace("    path append {libraries}/proxies\n", ""), "bare.rc")
    done = run("run", bare, "--measure", "all", "-o", "bare")
    expect_in("no proxy of heat::FluxPort is in the component path", done.stderr, "the note")
    expect(nodes_of("bare"), {(GO, None): 1}, "the call graph without proxies")
    done = run("run", bare, "--measure", "flux.flux", "-o", "bare2", status=1)
    expect_in(f"{bare}:10: error: no proxy of heat::FluxPort", done.stderr, "the error")


def models(**means):
    """A file of models, in microseconds for each call: of fluxes per compute, of meshes per cells."""
    path = os.path.join(work, "models.json")
    with open(path, "w") as file:
        json.dump({"format": 1, "models": [
            {"implementation": name, "method": "compute" if name.endswith("Flux") else "cells", "metric": "exclusive",
             "mean": mean} for name, mean in means.items()]}, file)
    return path


def selected(*arguments, status=0):
    done = run("select", *arguments, "--path", os.path.join(options.libraries, "others"), "--whole", "--json",
               status=status)
    return (json.loads(done.stdout) if status == 0 else None), done.stderr


def classes(answer):
    return {instance: one["class"] for instance, one in answer["assembly"].items()}


def measured(name="out"):
    path = script(HEAD + "    parameters mesh parameters cells 4\n" + WIRES + RUN)
    run("run", path, "--measure", "all", "-o", name)
    return path


def case_families():
    """Found in the component path: OwnFlux and FixedMesh can stand in, MeshFlux lacks a connection."""
    path = measured()
    files = models(LinearFlux="9", OwnFlux="2", MeshFlux="1", UniformMesh="3", FixedMesh="1")
    best = os.path.join(work, "elsewhere", "best.rc")
    os.mkdir(os.path.dirname(best))
    answer, said = selected("--assembly", path, "out", "--models", files, "--write-script", best)
    expect(classes(answer), {"flux": "OwnFlux", "mesh": "FixedMesh"}, "the assembly")
    expect({one["what"] for one in answer["not_chosen"]}, {"class Nameless", "class Unloadable"}, "what is not chosen")
    expect_in(f"{path}:9: parameter cells of mesh is left out: ", said, "the warnings")
    expect_in(f"{path}:10: the connection of flux.mesh is left out: OwnFlux does not use that port", said,
              "the warnings")
    with open(best) as file:
        written = file.read()
    for line in ("! the components", "repository get-global FixedMesh", "instantiate FixedMesh mesh",
                 "# connect flux mesh mesh mesh"):
        expect_in(line + "\n", written, "the script")
    others = ("--path", os.path.join(options.libraries, "others"))
    expect(run("run", best, *others).stdout, "value 59049\n", "the output")  # 3^10
    for name in ("best.json", "from-json.rc", "from-json.json"):
        new = os.path.join(work, "elsewhere", name)
        source = best.replace("best.rc", "best.json") if name.startswith("from") else path
        selected("--assembly", source, "out", "--models", files, "--write-script", new)
        expect(run("run", new, *others).stdout, "value 59049\n", f"the output of {name}")
    # Without a model an instance stays as it is.
    answer, said = selected("--assembly", path, "out", "--models", models(LinearFlux="9", OwnFlux="2", UniformMesh="3"))
    expect(classes(answer), {"flux": "OwnFlux"}, "the assembly")
    expect([one["why"] for one in answer["not_chosen"] if one["what"] == "mesh"],
           ["no model of FixedMesh for mesh.cells"], "why the mesh is not chosen")


def case_families_declared():
    """What a selection file says of an instance goes before what the component path has."""
    path = measured()
    files = models(LinearFlux="9", OwnFlux="2", UniformMesh="3", FixedMesh="1")
    selection = script("""\
    {"format": 1, "families": [{"name": "flux", "implementations": ["LinearFlux"]}]}
    """, "selection.json")
    answer, said = selected("--assembly", path, selection, "out", "--models", files)
    expect(classes(answer), {"flux": "LinearFlux", "mesh": "FixedMesh"}, "the assembly")


def case_families_refused():
    path = measured()
    said = selected("--assembly", path, "out", "--models", models(LinearFlux="1"), status=1)[1]
    expect(len(said.splitlines()), 1, f"the number of lines of {said}")
    expect_in("there is nothing to select", said, "the error")
    expect_in("flux: no model of OwnFlux for flux.compute", said, "the error")
    files = models(LinearFlux="9", UniformMesh="3", FixedMesh="1", MeshFlux="1")
    for wrong, why in (("FixedMesh", "FixedMesh cannot be flux: FixedMesh provides no port flux of type heat::FluxPort, "
                                     "which driver uses"),
                       ("MeshFlux", "MeshFlux cannot be flux: MeshFlux needs a port fine_mesh of type heat::MeshPort, "
                                    f"which {path} does not connect"),
                       ("NoFlux", "NoFlux cannot be flux: there is no component class NoFlux")):
        selection = script('{"format": 1, "families": [\n{"name": "flux", "implementations": [\n"LinearFlux",\n"'
                           + wrong + '"]}]}', "selection.json")
        said = selected("--assembly", path, selection, "out", "--models", files, status=1)[1]
        expect_in(f"{selection}:4: error: {why}", said, "the error")
    # What does not run is not written.
    broken = script(HEAD + WIRES.replace("    connect driver mesh mesh mesh\n", "") + RUN, "broken.rc")
    best = os.path.join(work, "best.rc")
    said = selected("--assembly", broken, "out", "--models", files, "--write-script", best, status=1)[1]
    expect_in("best.rc is not written", said, "the error")
    expect(os.path.exists(best), False, "whether there is a script")


def case_interactions():
    """With models that predict nothing, all that is measured is interaction: the numbers are those of the report."""
    path = measured("one")
    with open(path) as file:
        text = file.read()
    other = script(text.replace("instantiate UniformMesh", "instantiate FixedMesh")
                   .replace("parameters mesh parameters cells 4", ""), "other.rc")
    others = ("--path", os.path.join(options.libraries, "others"))
    run("run", other, *others, "--measure", "all", "-o", "two")
    with open(models(), "w") as file:
        json.dump({"format": 1, "models": [
            {"implementation": name, "metric": "exclusive", "mean": "0", "stddev": "1"}
            for name in ("LinearFlux", "OwnFlux", "UniformMesh", "FixedMesh")]}, file)
    new = os.path.join(work, "measured.json")
    answer, _ = selected("--assembly", path, "one", "--models", os.path.join(work, "models.json"),
                         "--interactions-from", f"one={path}", "--interactions-from", "two=flux:LinearFlux,mesh:FixedMesh",
                         "--write-interactions", new)
    with open(new) as file:
        written = json.load(file)["interactions"]
    expect([one["between"] for one in written], [["flux", "mesh"]], "who interacts")
    expect([cost["of"] for cost in written[0]["costs"]], [["LinearFlux", "FixedMesh"], ["LinearFlux", "UniformMesh"]],
           "the pairs")
    expect(len(answer["interactions_not_known"]), 2, "the number of pairs with OwnFlux")
    for directory, cost in zip(("two", "one"), written[0]["costs"]):
        nodes = json.loads(run("report", directory, "--json").stdout)["nodes"]
        own = sum(node["exclusive_us"] for node in nodes if node["binding"]["user"] == "flux" or
                  node["name"] == "flux.compute")
        if abs(cost["us_per_call"] - own / 10) > 1e-6:
            fail(f"{directory}: {cost['us_per_call']} us for each call, not {own / 10}")
    said = selected("--assembly", path, "one", "--models", os.path.join(work, "models.json"),
                    "--interactions-from", f"one={path}", status=1)[1]
    expect_in("runs of at least two assemblies", said, "the error")


def case_by_hand():
    """The proxies wired in the script, as the papers do; two users of one proxy are kept apart."""
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
    # While a proxy is not connected to what it stands for, it cannot be fetched.
    path = script(HEAD + """\
    instantiate FluxPortProxy flux_proxy
    connect flux mesh mesh mesh
    connect driver mesh mesh mesh
    connect driver flux flux_proxy port
    go driver go
    """)
    expect_in("flux_proxy.target (heat::FluxPort)", run("run", path, status=1).stderr, "the error")


def case_rules():
    path = script(HEAD + WIRES + RUN)
    rules = script("""\
    # what is measured
    include all
    exclude *.go
    exclude driver -> mesh   # that is cheap
    """, "rules")
    run("run", path, "--rules", rules, "-o", "out")
    expect(nodes_of("out"), {(FLUX, None): 10, (FLUX_CELLS, FLUX): 10}, "the call graph")
    rules = script("\n    inclde all\n", "bad-rules")
    done = run("run", path, "--rules", rules, status=1)
    expect(done.stderr, f"{rules}:2: error: a rule begins with include or exclude, not `inclde`; did you mean "
                        "include?\n", "the error")


def case_environment():
    path = script((HEAD + WIRES + RUN).replace("path append {libraries}\n", "path init\n"))
    expect(run("run", path, environment={"PROXIMA_COMPONENT_PATH": options.libraries}).stdout, "value 1\n", "output")
    expect(run("run", path, "--path", options.libraries).stdout, "value 1\n", "output")
    # What is relative is beside the script.
    os.symlink(options.libraries, os.path.join(work, "beside"))
    path = script(HEAD.replace("{libraries}", "beside") + WIRES + RUN)
    expect(run("run", os.path.relpath(path, work)).stdout, "value 1\n", "output")
    # PROXIMA says how, --output where.
    run("run", path, "--measure", "flux", "-o", "out", environment={"PROXIMA": "records=off"})
    expect(nodes_of("out"), {(FLUX, None): 10}, "the call graph")
    expect(os.path.exists(os.path.join(work, "out", "records")), False, "whether there are records")


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


def case_broken_scripts():
    after_head = 9
    for line, wanted in (
            ("conect driver flux flux flux", "there is no command `conect`; did you mean connect?"),
            ("connect driver flux flux", "`connect` takes USER USESPORT PROVIDER PROVIDESPORT: words are missing"),
            ("path apend x", "`path` knows no `apend`; did you mean append?"),
            ("path append /no/such", "there is no directory /no/such"),
            ("instantiate LinearFlx f", "did you mean LinearFlux?"),
            ("instantiate LinearFlux flux", "there is a component instance flux already, of class LinearFlux"),
            ("instantiate Nameless n", "has no function create_Nameless()"),
            ("instantiate Unloadable u", "function_of_a_library_that_is_missing"),
            ("connect driver flux flux fluxx", "flux (LinearFlux) provides no port fluxx; did you mean flux?"),
            ("connect driver flx flux flux", "driver has no uses port flx; did you mean flux?"),
            ("connect drvier flux flux flux", "there is no component instance drvier; did you mean driver?"),
            ("connect driver flux mesh mesh", "driver.flux uses a port of type heat::FluxPort, but mesh.mesh is a "
                                              "heat::MeshPort"),
            ("disconnect driver flux flux flux", "driver.flux and flux.flux are not connected"),
            ("go driver parameters", "driver.parameters is a proxima::framework::ParameterPort, not a "
                                     "proxima::framework::GoPort; of that type it provides go"),
            ("go driver go", "driver cannot run, since these uses ports are not connected: "
                             "driver.mesh (heat::MeshPort), driver.flux (heat::FluxPort)"),
            ("parameters mesh parameters cell 3", "there is no parameter cell; did you mean cells?"),
            ("parameters mesh parameters cells many", "parameter cells cannot be `many`"),
            ('parameters mesh parameters cells "3', "a quote is not closed"),
            ("display everything", "`display` knows no `everything`"),
            ("remove nobody", "there is no component instance nobody")):
        path = script(HEAD + "    " + line + "\n    go driver go\n")
        done = run("run", path, status=1)
        lines = done.stderr.splitlines()
        expect(len(lines), 1, f"the number of lines said of `{line}`:\n{done.stderr}")
        expect(lines[0][:len(path) + 10], f"{path}:{after_head}: error:"[:len(path) + 10], f"the place of `{line}`")
        expect_in(wanted, lines[0], f"the error of `{line}`")
    path = script(HEAD + WIRES + "    connect driver flux flux flux\n")
    expect_in(":12: error: driver.flux is connected to flux.flux already", run("run", path, status=1).stderr, "twice")
    expect_in("no_such.rc: error: the assembly cannot be read", run("run", "no_such.rc", status=1).stderr, "no script")


def case_broken_json():
    for text, line, wanted in (
            ('{"components": {\n"a": {"class": 3}}}', 2, "\"class\" is a string, not a number"),
            ('{"components": {}, "conections": []}', 1, 'there is no key "conections" here; did you mean connections?'),
            ('{"components": {},\n"connections": ["a.b - c.d"]}', 2, "`a.b - c.d` is not a connection"),
            ('{"components": {},\n"go": "driver"}', 2, "`driver` is not a port; write INSTANCE.PORT"),
            ('{"components": {\n}', 2, "not valid JSON"),
            ('[]', 1, "an assembly is an object, not an array"),
            ('{"components": {\n"a": {"class": "Nothing"}}}', 2, "there is no component class Nothing")):
        path = script(text, "broken.json")
        done = run("run", path, status=1)
        expect(len(done.stderr.splitlines()), 1, f"the number of lines said of {text}:\n{done.stderr}")
        expect(done.stderr.split(":")[1], str(line), f"the line of the error of {text}:\n{done.stderr}")
        expect_in(wanted, done.stderr, f"the error of {text}")


def case_throws():
    path = script(HEAD + WIRES + "    parameters driver parameters fail_on_rank 0\n" + RUN)
    done = run("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:13: error: driver.go has thrown: the flux is not finite\n", done.stderr, "the error")
    expect(nodes_of("out"), EVERYTHING, "what was measured until then")


def case_status():
    path = script(HEAD + WIRES + "    parameters driver parameters status 7\n    go driver go\n    go driver go\n")
    expect(run("run", path, status=7).stdout, "value 1\n", "the output: the second go is not reached")
    expect_in("SCRIPT is required", run("run", status=2).stderr, "the error without a script")
    expect_in("proxima run SCRIPT", run("run", "--help").stdout, "the help")


def case_binary_only():
    """A component given as binary and port header: proxies from the header alone, made after the library."""
    library = os.path.join(work, "lib")
    os.mkdir(library)
    for name in ("libUniformMesh.so", "libLinearFlux.so", "libDriver.so"):
        with open(os.path.join(options.libraries, name), "rb") as there, open(os.path.join(library, name), "wb") as here:
            here.write(there.read())
    source = options.source
    ports = os.path.join(work, "ports")
    os.mkdir(ports)
    with open(os.path.join(source, "tests/end_to_end/framework/ports/flux_port.hpp")) as there:
        with open(os.path.join(ports, "flux_port.hpp"), "w") as here:
            here.write(there.read())
    flags = ["-std=c++17", f"-I{ports}", f"-I{source}/runtime/core/include", f"-I{source}/runtime/framework/include"]
    subprocess.run([options.generator, "--components", "-o", os.path.join(work, "made"),
                    os.path.join(ports, "flux_port.hpp"), "--", *flags], check=True)
    made = [os.path.join(work, "made", name) for name in ("flux_port.proxy.cpp", "mastermind.cpp", "proxy_components.cpp")]
    subprocess.run([options.compiler, *flags, "-shared", "-fPIC", "-o", os.path.join(library, "libflux.proxima.so"), *made,
                    options.framework, options.runtime], check=True)
    path = script((HEAD + WIRES + RUN).replace("    path append {libraries}/proxies\n", "").replace("{libraries}", library))
    run("run", path, "--measure", "flux.flux", "-o", "out")
    expect(nodes_of("out"), {(FLUX, None): 10}, "the call graph")


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
    with open(os.path.join(work, "out", "run.json")) as file:
        facts = json.load(file)
    expect((facts["mpi"]["size"], facts["complete"]), (2, True), "the run")


def case_mpi_component():
    """A component that communicates: MPI is there when it is made, and its calls are measured."""
    head = HEAD.replace("LinearFlux", "RankedFlux").replace("/proxies", "/proxies:{libraries}/" + options.mpi)
    path = script(head + WIRES.replace("    connect flux mesh mesh mesh\n", "") + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=0)
    expect(done.stdout.count("value 1\n"), 2, "the number of ranks that ran")
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux on both ranks")
    with open(os.path.join(work, "out", "mpi.json")) as file:
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
    """One rank throws, the other has ended its work, and waits for it."""
    path = script(HEAD + WIRES + "    parameters driver parameters fail_on_rank 1\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=1)
    expect_in(f"{path}:13: error: driver.go has thrown: the flux is not finite (rank 1)", done.stderr, "the error")
    recover("out")
    calls = nodes_of("out")
    expect(calls[(FLUX, GO)], 20, "the calls of the flux that were kept, on both ranks")


def case_mpi_broken():
    """The same error on every rank is said once, unless a rank is slow."""
    path = script(HEAD + "    connect driver flux flux nothing\n" + RUN)
    done = job("run", path, status=1)
    expect_in(f"{path}:9: error: flux (LinearFlux) provides no port nothing", done.stderr, "the error")


def case_mpi_status():
    path = script(HEAD + WIRES + "    parameters driver parameters status 7\n" + RUN)
    done = job("run", path, "--measure", "all", "-o", "out", status=7)
    expect(nodes_of("out")[(FLUX, GO)], 20, "the calls of the flux")


def main():
    global options, work
    parser = argparse.ArgumentParser()
    for name in ("proxima", "libraries", "generator", "compiler", "source", "runtime", "framework", "launcher", "mpi"):
        parser.add_argument("--" + name)
    parser.add_argument("case")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="proxima-framework-") as work:
        work = os.path.realpath(work)
        globals()["case_" + options.case]()


main()
