"""The studies that ship with the samples: runs, results, answers and files. Which implementation is the fastest depends on the
machine.

Arguments: the program proxima, the folder of the samples' sources, that of what was built of them, and which sample.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from shortened import BUILT, PROXIMA, check, proxima_study, report_of, shortened

SAMPLE = sys.argv[4]


def answers(report, question):
    found = [answer for point in report["points"] for answer in point["answers"] if answer["question"] == question]
    check(found, f"no answer to {question}")
    for answer in found:
        check("refusal" not in answer, f"{question}: {answer.get('refusal')}")
        check(answer["predicted_us"] > 0 and answer["measured_us"], f"{question}: {answer}")
    return found


def results(report, name, **wanted):
    """Returns the result `name` of the runs whose settings include `wanted`."""
    found = [run["results"][name] for run in report["runs"] if wanted.items() <= run["settings"].items()]
    check(found, f"no run of {wanted}")
    return found


def check_models(folder, *implementations):
    models = json.loads((folder / "out" / "models.json").read_text(encoding="utf-8"))["models"]
    known = {model["implementation"] for model in models}
    check(known.issuperset(implementations), f"models of {known}, not of all {implementations}")


def check_best_scripts(folder, number):
    """Assemblies that are answers can be run."""
    scripts = list((folder / "out").glob("**/best-*.rc"))
    check(len(scripts) == number, f"{scripts}")
    for script in scripts:
        subprocess.run([PROXIMA, "run", str(script), "--check", "--path", f"{BUILT}/{SAMPLE}/components",
                        "--path", f"{BUILT}/{SAMPLE}/lib"], check=True, capture_output=True)


def validation(folder, study):
    """Mistakes are found before anything is run: an unknown class, one that does not fit, a parameter that the component does
    not have, and a value that it cannot have."""
    study["parameters"]["driver.rounds"] = 10
    for member, name, value, complaint in (
            ("implementations", "a", ["A1", "A3"], "A3"),
            ("implementations", "a", ["B1"], "validation::APort"),
            ("parameters", "a.unti", 20, "unti"),
            ("parameters", "a.unit", "many", "`many`")):
        wrong = {**study, member: {**study[member], name: value}}
        status, _, messages = proxima_study(folder, wrong, "--dry-run")
        check(status == 1 and complaint in messages and not (folder / "out").exists(), f"{name} = {value}: {messages}")
    report = report_of(folder, study)
    check(len(report["runs"]) == 12 and len(report["points"]) == 3, "three inputs, four assemblies")
    check_models(folder, "A1", "A2", "B1", "B2")
    for answer in answers(report, "fastest"):
        check(set(answer["assembly"]) == {"a", "b"}, f"{answer}")
    check_best_scripts(folder, 3)


    with tempfile.TemporaryDirectory() as other:
        interacting(pathlib.Path(other), shortened("validation", "pairs.json"))


def interacting(folder, study):
    """Without the test for interactions nothing says that B3 suits A1 only."""
    study["repetitions"] = 3
    report = report_of(folder, study)
    (found,) = [one for one in report["interactions"] if one["implementation"] == "B3"]
    check(found["other"] == "a" and 3 < found["times_as_long"]["A3"] < 5, f"{found}")
    (answer,) = answers(report, "fastest")
    check(answer["assembly"] == {"a": "A1", "b": "B3"}, f"{answer}")
    check(not any("B2" in one["implementation"] for one in report["interactions"]), f"{report['interactions']}")
    selection = folder / "out" / "selection-fastest.json"
    told = subprocess.run([PROXIMA, "select", str(selection), str(folder / "out" / report["points"][0]["run"]), "--json"],
                          capture_output=True, text=True, check=True)
    check('"B3"' in told.stdout, told.stdout)


def hydro(folder, study):
    """The most accurate flux is Godunov's, by the error that the sample itself measures."""
    study["parameters"].update({"mesh.height": 0.125, "mesh.blocks_y": 1})
    report = report_of(folder, study)
    check_models(folder, "EFMFlux", "GodunovFlux", "HLLCFlux", "StatesConstructor")
    errors = {flux: results(report, "density_error", flux=flux) for flux in ("EFMFlux", "GodunovFlux", "HLLCFlux")}
    for flux, measured in errors.items():
        check(len(set(measured)) == 1, f"the error of {flux} depends on how the mesh is cut: {measured}")
    check(errors["GodunovFlux"] < errors["HLLCFlux"] < errors["EFMFlux"], f"{errors}")
    for answer in answers(report, "accurate"):
        check(answer["assembly"] == {"flux": "GodunovFlux"}, f"accurate: {answer}")
    for answer in answers(report, "fastest"):
        check(answer["quality"]["density_error"] == errors[answer["assembly"]["flux"]][0], f"fastest: {answer}")
    for answer in answers(report, "trade_offs"):
        fluxes = [one["assembly"]["flux"] for one in answer["front"]]
        check("GodunovFlux" in fluxes, f"the most accurate one is in the front: {fluxes}")
    check_best_scripts(folder, 6)


def quantlib(folder, study):
    """Answers keep their limits; a tree is wrong by an amount that halves with twice the steps, if what it is compared with is
    right."""
    report = report_of(folder, study)
    errors = {steps: results(report, "worst_error", engine="binomial", size=str(steps))[0] for steps in (50, 100, 200, 400)}
    for steps in (50, 100, 200):
        check(1.8 < errors[steps] / errors[2 * steps] < 2.2, f"errors of trees: {errors}")
    check_models(folder, "ju_quadratic", "finite_differences", "fixed_point", "binomial")
    for question, limit in (("dime", 0.1), ("cent", 0.01), ("tenth_of_a_cent", 0.001)):
        (answer,) = answers(report, question)
        chosen = answer["assembly"]
        check(answer["quality"]["worst_error"] <= limit, f"{question}: {answer}")
        check(results(report, "worst_error", **chosen) == [answer["quality"]["worst_error"]], f"{question}: {answer}")


with tempfile.TemporaryDirectory() as name:
    globals()[SAMPLE](pathlib.Path(name), shortened(SAMPLE))
