"""Runs the hydro sample's scripts as a user does and checks what they leave behind.

Arguments: the program proxima, the folder of the components, the folder of the scripts, mpirun, and
what to check. Each check runs in a fresh folder.
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROXIMA, COMPONENTS, SCRIPTS, MPIRUN, CHECK = sys.argv[1:6]


def script(name, settings):
    """The text of a script with `settings`, {"instance.field": value}, made before it goes; "flux": its class."""
    text = (pathlib.Path(SCRIPTS) / name).read_text()
    settings = dict(settings)
    text = text.replace("instantiate GodunovFlux flux", f"instantiate {settings.pop('flux', 'GodunovFlux')} flux")
    if "knowledge.learn" in settings:
        text = text.replace("\ngo driver", "\ninstantiate PerformanceKnowledge knowledge\n"
                            "connect mesh costs knowledge costs\ngo driver")
    lines = [f"parameters {key.replace('.', ' parameters ')} {value}" for key, value in settings.items()]
    return text.replace("\ngo driver", "\n" + "\n".join(lines) + "\ngo driver")


def launch(path, name, settings, ranks=0, options=()):
    (path / "script.rc").write_text(script(name, settings))
    command = [MPIRUN, "--oversubscribe", "-n", str(ranks)] if ranks else []
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    command += [PROXIMA, "run", "script.rc", "--path", COMPONENTS, *options]
    return subprocess.run(command, cwd=path, env=environment, check=False, capture_output=True, text=True)


def run(name, settings, ranks=0, options=()):
    """Returns the summary of a run, and the bytes of its picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        ended = launch(path, name, {"driver.output": "out", **settings}, ranks, options)
        check(ended.returncode == 0, ended.stderr)
        return json.loads((path / "out.json").read_text()), (path / "out.png").read_bytes()


def check(condition, message):
    if not condition:
        sys.exit("failed: " + message)


def drift(summary, quantity):
    return abs(summary["end"][quantity] / summary["begin"][quantity] - 1)


FLUXES = ("GodunovFlux", "EFMFlux", "HLLCFlux")
CLOSED = {f"boundary.{side}": "reflecting" for side in ("x_low", "x_high", "y_low", "y_high")}
PERIODIC = dict.fromkeys(CLOSED, "periodic")
COARSE = {"mesh.max_level": 2}


def uniform(nx, ny, block=8):
    return {"mesh.max_level": 0, "mesh.block": block, "mesh.blocks_x": nx // block, "mesh.blocks_y": ny // block}


def scripts():
    """Every script names components, ports and parameters that there are."""
    for path in sorted(pathlib.Path(SCRIPTS).glob("*.rc")):
        subprocess.run([PROXIMA, "run", "--check", str(path), "--path", COMPONENTS], check=True)


def ranks():
    """The answer is the same to the last bit on any number of ranks."""
    settings = {**COARSE, "driver.end_time": 0.15, "driver.balance_interval": 8}
    first, first_picture = run("hydro.rc", settings)
    for number in (2, 4):
        summary, picture = run("hydro.rc", settings, number)
        check(summary["ranks"] == number, "number of ranks")
        check(summary["blocks_refined"] > 0, "the mesh must adapt while it runs")
        check(summary["blocks_moved"] > 0, "blocks must move between ranks")
        for key in ("steps", "cells", "begin", "end"):
            check(summary[key] == first[key], f"{key} on {number} ranks: {summary[key]} and not {first[key]}")
        check(picture == first_picture, f"picture on {number} ranks")
    # More ranks than blocks.
    settings = {"mesh.max_level": 1, "mesh.blocks_x": 1, "mesh.blocks_y": 1, "mesh.block": 8, "driver.end_time": 0.2}
    (alone, _), (together, _) = run("hydro.rc", settings), run("hydro.rc", settings, 3)
    check(alone["end"] == together["end"], f"{together['end']} where ranks have nothing, not {alone['end']}")


def weights():
    """Weights of blocks move other blocks, and change no bit of the answer; nor do fluxes that are dear at shocks."""
    settings = {**COARSE, "driver.end_time": 0.08, "driver.balance_interval": 8}
    equal, picture = run("hydro.rc", settings, 3)
    dear = {**settings, "flux.shock_repeats": 20}
    by_hand = {**dear, "mesh.weights": "hand", "mesh.shock_weight": 50}
    knowledge = {"knowledge.learn": "inviscid_flux.evaluate", "mesh.weights": "fitted"}
    weighed = run("hydro.rc", by_hand, 3)
    fitted = run("hydro.rc", {**dear, **knowledge}, 3, ["--measure", "all"])
    for found, found_picture in (weighed, fitted):
        check(found["end"] == equal["end"] and found_picture == picture, "the answer with weights")
    check(weighed[0]["blocks_moved"] != equal["blocks_moved"], "weights must move other blocks")
    # Without port `costs`, and where nothing is measured.
    refuse("hydro.rc", {"mesh.weights": "fitted"}, ["costs"])
    unmeasured, _ = run("hydro.rc", {**settings, **knowledge}, 3)
    check(unmeasured["blocks_moved"] == equal["blocks_moved"], "weights are equal where nothing is known")


def measured():
    """Proxies between all components change nothing, and count what they must."""
    settings = {**COARSE, "driver.end_time": 0.05}
    bare, picture = run("hydro.rc", settings)
    with tempfile.TemporaryDirectory() as folder:
        measured, measured_picture = run("hydro.rc", settings, options=["--measure", "all", "-o", folder + "/run"])
        graph = subprocess.run([PROXIMA, "report", "--json", folder + "/run"], check=True, capture_output=True, text=True)
    check(bare["end"] == measured["end"] and picture == measured_picture, "the answer with proxies")
    calls = {node["name"]: node["calls"] for node in json.loads(graph.stdout)["nodes"]}
    steps = bare["steps"]
    check(calls["integrator.advance"] == steps, f"calls of advance: {calls['integrator.advance']}, not {steps}")
    evaluations = calls["inviscid_flux.evaluate"]
    check(evaluations >= 2 * steps, "two stages a step")
    check(calls["flux.compute"] == 2 * evaluations, "a flux for each of two sweeps")
    check(calls["states.construct"] == 2 * evaluations, "states for each of two sweeps")


def optimized():
    """An optimizer that begins with the slowest flux leaves it (on two ranks only if the machine has two free processors);
    mass stays what it is with any flux; the swaps made again give the same bits."""
    for number in (0, 2):
        settings = {**COARSE, **CLOSED, "driver.end_time": 0.3}
        with tempfile.TemporaryDirectory() as folder:
            summary, picture = run("optimized.rc", settings, number, ["--measure", "all", "-o", folder + "/run"])
            file = pathlib.Path(folder) / "run" / "decisions.json"
            decisions = json.loads(file.read_text())
            again, again_picture = run("optimized.rc", settings, number, ["--replay", str(file), "-o", folder + "/again"])
        (flux,) = decisions["instances"]
        check(flux["start"] == "GodunovFlux", f"began as {flux['start']}")
        check(number > 0 or flux["best"] in ("EFMFlux", "HLLCFlux"), f"the best flux is {flux['best']}")
        fates = {candidate["class"]: candidate for candidate in flux["candidates"]}
        check(set(fates) == {"GodunovFlux", "EFMFlux", "HLLCFlux"}, f"candidates: {sorted(fates)}")
        check(fates[flux["best"]]["fate"] == "best", "the fate of the best")
        at = flux["start"]
        for swap in decisions["swaps"]:
            check(swap["from"] == at and swap["to"] != at, f"swaps follow one another: {swap}")
            at = swap["to"]
        check(decisions["safe_points"] == summary["steps"], "a safe point for each step")
        check(drift(summary, "mass") < 1e-13, "mass")
        check(again["end"] == summary["end"] and again["steps"] == summary["steps"], "the answer of the same swaps")
        check(again_picture == picture, "the picture of the same swaps")


def conservation():
    """Refluxing conserves mass and energy on an adaptive mesh; every flux does between walls and in a periodic domain."""
    settings = {**COARSE, **CLOSED, "driver.end_time": 0.3}
    with_reflux, _ = run("hydro.rc", settings)
    without, _ = run("hydro.rc", {**settings, "integrator.reflux": "false"})
    for quantity in ("mass", "energy"):
        print(f"{quantity}: drift {drift(with_reflux, quantity):.1e}, without refluxing {drift(without, quantity):.1e}")
        check(drift(with_reflux, quantity) < 1e-13, f"{quantity} with refluxing")
        check(drift(without, quantity) > 1e-9, f"{quantity} without refluxing")
    periodic, _ = run("hydro.rc", {**COARSE, **PERIODIC, "driver.end_time": 0.1})
    for quantity in ("mass", "energy", "momentum_x"):
        check(drift(periodic, quantity) < 1e-12, f"{quantity} of an adaptive mesh that is periodic")
    for flux in FLUXES:
        for sides in (PERIODIC, CLOSED):
            settings = {**uniform(64, 32), **sides, "flux": flux, "initial.mach": 3, "driver.end_time": 0.5}
            summary, _ = run("hydro.rc", settings)
            quantities = ("mass", "energy", "momentum_x") if sides is PERIODIC else ("mass", "energy")
            for quantity in quantities:
                check(drift(summary, quantity) < 1e-12, f"{quantity} with {flux} and {sides}")


# Mach number, density ratio, angle of the interface; circulation for each length of the unshocked interface, exact by a
# shock polar; and whether the scaling law's authors found it to be within 10 %. Samtaney and Zabusky, "Circulation
# deposition on shock-accelerated planar and curved density-stratified interfaces", J. Fluid Mech. 269 (1994).
INTERFACES = [(1.2, 2, 20, 0.06227, True), (1.2, 7, 30, 0.19205, True), (1.5, 3, 45, 0.35383, False),
              (2, 5, 20, 0.35614, False), (2, 10, 30, 0.65583, True), (3, 14, 20, 0.76209, True)]
GAMMA = 1.4


def scaling_law(mach, ratio, angle):
    return (2 * math.sqrt(GAMMA) / (GAMMA + 1) * (1 - 1 / math.sqrt(ratio)) * math.sin(angle)
            * (1 + 1 / mach + 2 / mach ** 2) * (mach - 1))


def circulation():
    """A shock leaves the circulation of the shock polar and of the scaling law on an oblique interface."""
    def at(height, mach, ratio, degrees):
        time = (0.125 + height * math.tan(math.radians(degrees))) / (mach * math.sqrt(GAMMA))
        settings = {**uniform(192, 96, block=16), "flux": "HLLCFlux", "initial.mach": mach, "initial.density_ratio": ratio,
                    "initial.angle": degrees, "driver.end_time": time}
        return run("hydro.rc", settings)[0]["circulation_per_length"]

    for mach, ratio, degrees, exact, obeys_law in INTERFACES:
        found = at(0.95, mach, ratio, degrees)
        check(abs(found / exact - 1) < 0.02, f"circulation at Mach {mach}: {found}, not {exact}")
        if obeys_law:
            law = scaling_law(mach, ratio, math.radians(degrees))
            check(abs(found / law - 1) < 0.1, f"circulation at Mach {mach}: {found}, by the law {law}")
    check(at(0.5, 1.2, 3, 60) is None, "walls have reached all of the interface")


# Mean |rho - exact| of Sod's tube that a one-dimensional code with the same scheme reaches. HLLC is less exact than
# Godunov's flux and more than EFM: held to the numbers of EFM.
TUBES = [("GodunovFlux", "minmod", 100, 6.62e-3), ("GodunovFlux", "mc", 100, 3.45e-3), ("GodunovFlux", "mc", 400, 1.15e-3),
         ("EFMFlux", "minmod", 100, 7.39e-3), ("EFMFlux", "mc", 100, 4.38e-3), ("HLLCFlux", "mc", 400, 1.35e-3)]


def shock_tubes():
    """Sod's tube: the errors of a one-dimensional code; the same along x and y; near that of a uniform fine mesh."""
    for flux, limiter, cells, reference in TUBES:
        # So wide that the time step is that of one dimension.
        settings = {**uniform(cells, 4, block=4), "flux": flux, "states.limiter": limiter, "mesh.height": 1e9, "driver.cfl": 0.4}
        error = run("sod_x.rc", settings)[0]["end"]["density_error"]
        print(f"{flux} {limiter} {cells}: {error:.3e}")
        check(0.8 * reference < error < 1.005 * reference, f"{flux} {limiter} {cells}: {error:.3e}, not {reference:.2e}")
    along_x, _ = run("sod_x.rc", COARSE)
    along_y, _ = run("sod_x.rc", {**COARSE, "initial.direction": "y", "mesh.width": 0.25, "mesh.height": 1, "mesh.blocks_x": 2,
                                 "mesh.blocks_y": 8})
    fine, _ = run("sod_x.rc", uniform(256, 64))
    errors = [summary["end"]["density_error"] for summary in (along_x, along_y, fine)]
    print("mean |rho - exact|: along x {:.4e}, along y {:.4e}, on a uniform mesh {:.4e}".format(*errors))
    check(abs(errors[0] / errors[1] - 1) < 1e-12, "x and y")
    check(errors[0] < 1.1 * errors[2], "adaptive and uniform mesh")
    check(along_x["cells"] < 0.8 * fine["cells"], "the adaptive mesh must have fewer cells")


def smooth_wave():
    """The scheme is of second order with every flux."""
    for flux in FLUXES:
        errors = [run("smooth_wave.rc", {**uniform(cells, cells), "flux": flux, "driver.end_time": 0.5})[0]["end"]["density_error"]
                  for cells in (32, 64)]
        order = math.log2(errors[0] / errors[1])
        print(f"{flux}: order {order:.2f}")
        check(abs(order - 2) < 0.2, f"order with {flux}")


# A script, settings, and what the one line of complaint must name.
REFUSED = [
    ("hydro.rc", {"mesh.width": "inf"}, ["mesh", "width", "`inf`"]),
    ("hydro.rc", {"mesh.blocks_x": "4096", "mesh.block": "16", "mesh.max_level": "20"}, ["mesh:", "max_level is 20", "2^28"]),
    ("hydro.rc", {"mesh.block": "9"}, ["mesh:", "block is 9", "a power of two"]),
    ("hydro.rc", {"initial.shock": "0.75"}, ["initial:", "shock is 0.75", "no more than 0.5"]),
    ("hydro.rc", {"driver.cfl": "1.5"}, ["driver", "cfl", "`1.5`"]),
    ("hydro.rc", {"driver.output": "nowhere/hydro"}, ["driver:", "output is `nowhere/hydro`", "No such file"]),
    ("hydro.rc", {"boundary.y_low": "periodic"}, ["boundary:", "periodic"]),
    ("sod_x.rc", {"initial.high_velocity": "20"}, ["initial:", "high_velocity is 20", "vacuum"]),
]


def refuse(name, settings, words, ranks=0):
    with tempfile.TemporaryDirectory() as folder:
        ended = launch(pathlib.Path(folder), name, settings, ranks)
        left = os.listdir(folder)
    # A rank that lives on for a while prints it as well.
    said = {re.sub(r" \(rank \d+\)$", "", line) for line in ended.stderr.splitlines() if "error:" in line}
    check(ended.returncode != 0, f"{settings} must be refused")
    check(len(said) == 1, f"one line must say why {settings} are refused: {ended.stderr}")
    for word in [*words, "script.rc:"]:
        check(word in next(iter(said)), f"`{word}` must be in: {next(iter(said))}")
    check(left == ["script.rc"], f"files left behind: {left}")


def refusals():
    """Parameters that make no sense are refused in one line that names instance, parameter, value, and what is allowed."""
    for refused in REFUSED:
        refuse(*refused)


def refusals_of_ranks():
    """The same on all ranks of a job, which ends."""
    for name, settings, words in REFUSED:
        if "driver.output" in settings:
            refuse(name, settings, words, ranks=3)


globals()[CHECK]()
