"""The studies of the samples, for tests: every combination once, and nothing that depends on a time."""

import json
import pathlib
import subprocess
import sys

PROXIMA, SOURCES, BUILT = sys.argv[1:4]


def check(condition, message):
    if not condition:
        sys.exit(f"error: {message}")


def shortened(sample, name="study.json"):
    """Returns a study of the sample with one repetition and the paths of this build."""
    path = pathlib.Path(SOURCES) / sample / name
    study = json.loads(path.read_text(encoding="utf-8"))
    check(study.pop("checks", None), "the study must check itself")
    study["repetitions"] = 1
    if "assembly" in study:
        study["assembly"] = str(path.parent / study["assembly"])
        study["components"] = [component.replace("{proxima}/../../samples", BUILT) for component in study["components"]]
    else:
        study["command"][0] = study["command"][0].replace("{proxima}/../../samples", BUILT)
    return study


def proxima_study(folder, study, *options):
    """Returns exit status, standard output and standard error."""
    (folder / "study.json").write_text(json.dumps(study, indent=1), encoding="utf-8")
    told = subprocess.run([PROXIMA, "study", "study.json", "-o", "out", *options], cwd=folder, capture_output=True, text=True,
                          check=False)
    return told.returncode, told.stdout, told.stderr


def report_of(folder, study):
    status, text, messages = proxima_study(folder, study, "--json")
    check(status == 0, f"status {status}: {text} {messages}")
    return json.loads(text)
