"""From measured runs to the answer, as the studies of the samples have it, each with one command.

Arguments: the program proxima, the folder of the samples' sources, that of what was built of them, and which sample.
Each check runs in a fresh folder. What is measured is the same as by the sample's study.json, once instead of several times.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

PROXIMA, SOURCES, BUILT, SAMPLE = sys.argv[1:5]
ATTEMPTS = 8  # something else may have the processor; a wrong answer is wrong each time


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def shortened(folder):
    """The sample's study, for a test: every run once, its own checks left to this one."""
    path = pathlib.Path(SOURCES) / SAMPLE / "study.json"
    study = json.loads(path.read_text())
    check(study.pop("checks", None), "the study must check itself")
    study.update(repetitions=1, warm_up=0)
    if "assembly" in study:
        study["assembly"] = str(path.parent / study["assembly"])
        study["components"] = [str(pathlib.Path(BUILT) / SAMPLE / "lib")]
    else:
        program = pathlib.Path(study["command"][0]).name
        study["command"][0] = str(pathlib.Path(BUILT) / SAMPLE / program)
    (folder / "study.json").write_text(json.dumps(study))


class Results:
    def __init__(self, folder):
        self.folder = folder
        self.report = json.loads((folder / "report.json").read_text())
        self.models = json.loads((folder / "models.json").read_text())["models"]

    def answers(self, question):
        """The assemblies that are best at each point."""
        found = [answer for point in self.report["points"] for answer in point["answers"]
                 if answer["question"] == question]
        check(found, f"no answer to {question}")
        for answer in found:
            check("refusal" not in answer, f"{question}: {answer.get('refusal')}")
        return [(answer["assembly"], answer["quality"]) for answer in found]

    def results(self, name, **wanted):
        """What the runs said that had all of `wanted`."""
        found = []
        for run in self.report["runs"]:
            settings = {**run["run"]["parameters"], **run["run"]["implementations"]}
            if wanted.items() <= settings.items():
                found.append(run["results"][name])
        check(found, f"no run of {wanted}")
        return found

    def models_of(self, implementation, method):
        found = [model for model in self.models
                 if model["implementation"] == implementation and model["method"].endswith(method)
                 and model.get("metric", "time") == "time"]
        check(found, f"no model of {implementation}")
        for model in found:
            check("stddev" in model, f"no deviation of {implementation}")
            for one in model["inputs"]:
                check(one["min"] < one["max"], f"domain of {implementation}, {one['name']}")
        return found


def study():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shortened(folder)
        subprocess.run([PROXIMA, "study", "study.json", "-o", "results"], cwd=folder, check=True)
        globals()[SAMPLE](Results(folder / "results"))


def hydro(results):
    """The fastest flux is HLLC; the most accurate one is Godunov's, by the error that the sample itself measures."""
    for point in results.report["points"]:
        for instance in ("driver", "integrator", "inviscid_flux", "states", "flux"):
            check(instance in point["core"], f"{instance} is not in the core: {point['core']}")
    for flux in ("EFMFlux", "GodunovFlux", "HLLCFlux"):
        results.models_of(flux, "compute")
    results.models_of("StatesConstructor", "construct")
    errors = {flux: results.results("density_error", flux=flux) for flux in ("EFMFlux", "GodunovFlux", "HLLCFlux")}
    print(errors)
    for flux, measured in errors.items():
        check(len(set(measured)) == 1, f"the error of {flux} depends on how the mesh is cut: {measured}")
    check(errors["GodunovFlux"][0] < errors["HLLCFlux"][0] < errors["EFMFlux"][0], f"errors: {errors}")
    for assembly, quality in results.answers("accurate"):
        check(assembly == {"flux": "GodunovFlux"}, f"accurate: {assembly}")
        check(quality["density_error"] == errors["GodunovFlux"][0], f"quality: {quality}")
    for assembly, quality in results.answers("fastest"):
        check(assembly == {"flux": "HLLCFlux"}, f"fastest: {assembly}")
        check(quality["density_error"] == errors["HLLCFlux"][0], f"quality: {quality}")


def quantlib(results):
    """The cheapest engine that meets a bound, and its size."""
    errors = {steps: results.results("worst_error", engine="binomial", size=str(steps))[0]
              for steps in (50, 100, 200, 400)}
    print(errors)
    for steps in (50, 100, 200):
        # A tree is wrong by an amount that halves with twice the steps, if what it is compared with is right.
        check(1.8 < errors[steps] / errors[2 * steps] < 2.2, f"errors of trees: {errors}")
    for engine in ("ju_quadratic", "finite_differences", "fixed_point"):
        results.models_of(engine, "calculate")
    inputs = {one["name"] for model in results.models_of("binomial", "calculate") for one in model["inputs"]}
    check("size" in inputs, f"the cost of a tree must grow with its steps, not {inputs}")
    expected = {"dime": (0.1, {"engine": "ju_quadratic", "size": "0"}),
                "cent": (0.01, {"engine": "fixed_point", "size": "3"}),
                "tenth_of_a_cent": (0.001, {"engine": "fixed_point", "size": "4"})}
    for question, (bound, wanted) in expected.items():
        (assembly, quality), = results.answers(question)
        check(quality["worst_error"] <= bound, f"{question}: {quality}")
        check(assembly == wanted, f"{question}: {assembly}")


for attempt in range(1, ATTEMPTS + 1):
    try:
        study()
        break
    except AssertionError as failure:
        print(f"attempt {attempt} failed: {failure}", flush=True)
else:
    sys.exit(1)
