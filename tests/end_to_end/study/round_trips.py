"""What Proxima writes, Proxima reads: each file that a verb writes is given to each verb that reads such files. No JSON has NaN
or infinity, and what Proxima reads has no null. In run.json and in answers for people and scripts null is what is not known.

Arguments: the program proxima, the folder of the samples' sources, that of what was built of them.
"""

import json
import pathlib
import subprocess
import tempfile

from shortened import BUILT, PROXIMA, check, report_of, shortened

PATHS = ["--path", f"{BUILT}/validation/components", "--path", f"{BUILT}/validation/pair"]
UNKNOWN_IS_NULL = ("-report.json", "-prune.json", "diff.json", "fit.json", "statistics.json", "report.json", "core.json", "run.json")
OPTIMIZER = """
instantiate PerformanceKnowledge knowledge
instantiate PerformanceAttention attention
instantiate Optimizer optimizer
parameters knowledge parameters models models.json
connect optimizer knowledge knowledge knowledge
connect attention knowledge knowledge knowledge
parameters attention parameters sensor b.compute: mean > 0.1 * expected for 5 calls
parameters optimizer parameters instances "a b"
parameters optimizer parameters safe_point c.compute
parameters optimizer parameters exploration 1
"""


NOT_COMPARABLE = 3


def proxima(folder, *arguments, statuses=(0,)):
    told = subprocess.run([PROXIMA, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False)
    check(told.returncode in statuses, f"proxima {' '.join(map(str, arguments))}: {told.stdout[-500:]} {told.stderr[-1000:]}")
    return told.stdout


def write(folder, name, *arguments, statuses=(0,)):
    """What the verb writes to its standard output becomes the file `name`."""
    (folder / name).write_text(proxima(folder, *arguments, statuses=statuses), encoding="utf-8")
    return name


def refuse(constant):
    check(False, f"{constant} is no JSON")


def check_values(value, where):
    check(value is not None, f"{where} has null")
    if isinstance(value, dict):
        for name, one in value.items():
            check_values(one, f"{where} {name}")
    elif isinstance(value, list):
        for one in value:
            check_values(one, where)


def check_json(folder):
    files = [file for file in folder.rglob("*.json*") if file.suffix in (".json", ".jsonl")]
    check(len(files) > 20, f"{files}")
    for file in files:
        texts = file.read_text(encoding="utf-8").splitlines() if file.suffix == ".jsonl" else [file.read_text(encoding="utf-8")]
        for text in texts:
            values = json.loads(text, parse_constant=refuse)
            if not file.name.endswith(UNKNOWN_IS_NULL):
                check_values(values, str(file.relative_to(folder)))


def models_are_read(folder, models, run, selection):
    proxima(folder, "prune", run, "--models", models, "--implementation", "a=A1", "--implementation", "b=B3")
    write(folder, f"answer-{models}", "select", selection, run, "--models", models, "--json")
    proxima(folder, "kb", "add", models, f"answer-{models}")


def runs_are_read(folder, *runs):
    """By every verb that needs no more than a run."""
    for run in runs:
        for verb in ("report", "prune"):
            write(folder, f"{run.replace('/', '-')}-{verb}.json", verb, run, "--json")
        write(folder, f"{run.replace('/', '-')}.jsonl", "records", run, "--jsonl")
        proxima(folder, "kb", "add", run)
        page = f"{run.replace('/', '-')}.html"
        proxima(folder, "view", run, "-o", page)
        text = (folder / page).read_text(encoding="utf-8")
        methods = {node["name"] for node in json.loads((folder / f"{run}-report.json").read_text(encoding="utf-8"))["nodes"]}
        check(methods and all(name in text for name in methods), f"{page} lacks some of {methods}")
        check(min(methods) in proxima(folder, "top", run, "--once"), f"top lacks {min(methods)}")
        for form in ("hatchet", "tau"):
            proxima(folder, "convert", run, "--to", form, "-o", f"{form}.out", "--force")
            proxima(folder, "convert", "--from", form, f"{form}.out", "-o", f"{form}.run", "--force")
            proxima(folder, "report", f"{form}.run")
        (folder / "hatchet.out").rename(folder / f"{run.replace('/', '-')}-hatchet.json")
    write(folder, "diff.json", "diff", *runs[:2], "--json", statuses=(0, NOT_COMPARABLE))  # one is steered


def optimized(folder, script):
    """A run that models steer, and its decisions."""
    lines = (folder / script).read_text(encoding="utf-8")
    (folder / "optimized.rc").write_text(lines.replace("\ngo driver", OPTIMIZER + "go driver"), encoding="utf-8")
    proxima(folder, "run", "optimized.rc", *PATHS, "--measure", "all", "-o", "steered")
    proxima(folder, "run", "optimized.rc", *PATHS, "--measure", "all", "--replay", "steered/decisions.json", "-o", "again")
    check("decisions" in proxima(folder, "report", "steered"), "the report has decisions")
    return "steered"


def main(folder):
    report = report_of(folder, shortened("validation", "pairs.json"))
    runs = [f"out/{run['directory']}/run" for run in report["runs"]]
    (folder / "models.json").write_bytes((folder / "out/models.json").read_bytes())
    selection = "out/selection-fastest.json"
    models_are_read(folder, "models.json", "out/" + report["points"][0]["run"], selection)
    proxima(folder, "kb", "add", "out/answer-fastest.json")
    proxima(folder, "run", "out/best-fastest.rc", *PATHS, "--measure", "all", "-o", "best")
    steered = optimized(folder, "out/best-fastest.rc")
    write(folder, "fit.json", "fit", *runs, "best", steered, "--json", "-o", "fitted.json", "--extrap", "extrap")
    for file in (folder / "extrap").glob("*.jsonl"):
        proxima(folder, "fit", file, "-o", f"again-{file.stem}.json")
    models_are_read(folder, "fitted.json", "best", selection)
    runs_are_read(folder, "best", steered)
    write(folder, "statistics.json", "kb", "statistics", "--json")
    proxima(folder, "kb", "models", "-o", "kept.json")
    models_are_read(folder, "kept.json", "best", selection)
    check_json(folder)


with tempfile.TemporaryDirectory() as name:
    main(pathlib.Path(name))
