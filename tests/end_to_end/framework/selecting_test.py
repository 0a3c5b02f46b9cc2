#!/usr/bin/env python3
"""`proxima select` with families found in the component path."""
import json
import os

from harness import HEAD, RUN, WIRES, expect, expect_in, main, options, run, script


def models(**means):
    """A file of models, in microseconds for each call: of fluxes per compute, of meshes per cells."""
    path = os.path.join(options.work, "models.json")
    with open(path, "w") as file:
        json.dump({"format": 1, "models": [
            {"implementation": name, "method": "compute" if name.endswith("Flux") else "cells", "metric": "exclusive",
             "mean": mean} for name, mean in means.items()]}, file)
    return path


def selected(*arguments, status=0):
    done = run("select", *arguments, "--path", os.path.join(options.libraries, "others"), "--json",
               status=status)
    return (json.loads(done.stdout) if status == 0 else None), done.stderr


def classes(answer):
    return {instance: one["class"] for instance, one in answer["assembly"].items()}


def measured(name="out"):
    path = script(HEAD + "    parameters mesh parameters cells 4\n" + WIRES + RUN)
    run("run", path, "--measure", "all", "-o", name)
    return path


def case_families():
    """Families are found in the component path: OwnFlux and FixedMesh can stand in, MeshFlux lacks a connection."""
    path = measured()
    files = models(LinearFlux="9", OwnFlux="2", MeshFlux="1", UniformMesh="3", FixedMesh="1")
    best = os.path.join(options.work, "elsewhere", "best.rc")
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


def case_families_refused():
    path = measured()
    said = selected("--assembly", path, "out", "--models", models(LinearFlux="1"), status=1)[1]
    expect(len(said.splitlines()), 1, f"the number of lines of {said}")
    expect_in("there is nothing to select", said, "the error")
    expect_in("flux: no model of OwnFlux for flux.compute", said, "the error")
    files = models(LinearFlux="9", UniformMesh="3", FixedMesh="1", MeshFlux="1")
    for wrong, why in (("FixedMesh", "no port flux"), ("MeshFlux", "needs a port fine_mesh"), ("NoFlux", "no component class")):
        selection = script('{"format": 1, "families": [\n{"name": "flux", "implementations": [\n"LinearFlux",\n"'
                           + wrong + '"]}]}', "selection.json")
        said = selected("--assembly", path, selection, "out", "--models", files, status=1)[1]
        expect_in(f"{selection}:4: error: {wrong} cannot be flux: ", said, "the error")
        expect_in(why, said, "the error")
    # An assembly that would not run is not written.
    broken = script(HEAD + WIRES.replace("    connect driver mesh mesh mesh\n", "") + RUN, "broken.rc")
    best = os.path.join(options.work, "best.rc")
    said = selected("--assembly", broken, "out", "--models", files, "--write-script", best, status=1)[1]
    expect_in("best.rc is not written", said, "the error")
    expect(os.path.exists(best), False, "whether there is a script")


main(globals())
