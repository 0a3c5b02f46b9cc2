"""The study of samples/validation, by one command: from measured records alone it must find the known optima, the known
models and the core; and with a formula that is wrong it must say so."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

# Something else may have the processor whenever a call ends; a wrong answer is wrong each time.
TRIES = 12


def run_study(options, study, output):
    told = subprocess.run([options.proxima, "study", str(study), "-o", str(output), "--path", options.components, "--json"],
                          capture_output=True, text=True, check=False)
    if not told.stdout:
        sys.exit(f"no answer, status {told.returncode}: {told.stderr}")
    return told.returncode, json.loads(told.stdout)


def failures(report):
    return [f"{check['what']}: {check['failure']}" for check in report["checks"] if not check["holds"]]


def copy_of_study(options, directory):
    """Beside the assemblies that it names, with other seeds and formulas at will."""
    shutil.copytree(pathlib.Path(options.study).parent / "assemblies", directory / "assemblies", dirs_exist_ok=True)
    return json.loads(pathlib.Path(options.study).read_text(encoding="utf-8"))


def write(directory, study):
    path = directory / "study.json"
    path.write_text(json.dumps(study), encoding="utf-8")
    return path


def expect_wrong_formula_refused(options, directory, study, output):
    """The same runs, another expectation: half as much again as is true."""
    for check in study["checks"]["models"]:
        check["is"] = f"1.5 * ({check['is']})"
    status, report = run_study(options, write(directory, study), output)
    wrong = [text for text in failures(report) if text.startswith("model")]
    if status != 1 or len(wrong) != len(study["checks"]["models"]):
        sys.exit(f"models were taken for half as much again as they are: status {status}, {wrong}")


def expect_mistakes_found_before_runs(options, directory):
    """A class that is not there, one that does not fit, and a parameter that the component does not have."""
    for member, name, value, complaint in (
            ("implementations", "a", ["A1", "A3"], "there is no component class A3"),
            ("implementations", "a", ["B1"], "driver.a uses a port of type validation::APort"),
            ("parameters", "a.unti", 20, "there is no parameter unti; did you mean unit?"),
            ("parameters", "a.unit", "many", "parameter unit cannot be `many`")):
        study = copy_of_study(options, directory)
        study[member][name] = value
        study["checks"] = {}
        told = subprocess.run([options.proxima, "study", str(write(directory, study)), "-o", str(directory / "none"),
                               "--path", options.components, "--dry-run"], capture_output=True, text=True, check=False)
        if told.returncode != 1 or complaint not in told.stderr or (directory / "none").exists():
            sys.exit(f"{name} = {value} was not refused: status {told.returncode}, {told.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--proxima", "--components", "--study", "--work"):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    work = pathlib.Path(options.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    expect_mistakes_found_before_runs(options, work)
    study = copy_of_study(options, work)
    found = []
    for number in range(1, TRIES + 1):
        study["seed"] = number
        output = work / f"try-{number}"
        status, report = run_study(options, write(work, study), output)
        found = failures(report)
        if report["missing"] or report["failed"]:
            sys.exit(f"runs have failed or are missing: {report['failed']}")
        if status == 0 and not found:
            print(pathlib.Path(output / "report.txt").read_text(encoding="utf-8"))
            expect_wrong_formula_refused(options, work, study, output)
            return
        print(f"try {number}: " + "; ".join(found), flush=True)
    sys.exit("the study has not found what is known")


if __name__ == "__main__":
    main()
