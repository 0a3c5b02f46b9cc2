"""A study whose runs Slurm launches, on one rank and on two: as job steps, and as batch jobs.

Arguments: the program proxima, the folder of the samples' sources, and that of what was built of them. Status 77 where Slurm is
not installed, or cannot run.
"""

import json
import os
import pathlib
import sys
import tempfile

from shortened import check, proxima_study, report_of, shortened
from slurm import Slurm, missing_programs

LAUNCHERS = {"srun": "srun -n {ranks}",
             "sbatch": "sbatch --wait -n {ranks} -o output.txt --wrap 'srun ./run.sh'"}


def small_study(launcher, ranks):
    study = shortened("validation")
    study["parameters"].update({"inputs": "below", "driver.rounds": 5})
    study.update(implementations={"a": ["A1", "A2"]}, ranks=ranks, launcher=launcher)
    return study


def run_study(folder, launcher, ranks):
    folder.mkdir()
    report = report_of(folder, small_study(launcher, ranks))
    check(len(report["runs"]) == 2 * len(ranks), f"{report['runs']}")
    for run in report["runs"]:
        info = json.loads((folder / "out" / run["directory"] / "run" / "run.json").read_text(encoding="utf-8"))
        check(str(info["mpi"]["size"]) == run["settings"]["ranks"], f"{run['directory']}: {info}")


def fail_under_slurm(folder):
    """The status of the job reaches the study, and what its program wrote is kept."""
    folder.mkdir()
    (folder / "fails.sh").write_text("echo 'error: the grid is empty'\nexit 3\n", encoding="utf-8")
    status, _, messages = proxima_study(folder, {"format": 1, "name": "fails", "command": ["sh", "{study}/fails.sh"],
                                                 "repetitions": 1, "launcher": LAUNCHERS["sbatch"]})
    check(status == 1 and "ended with status 3" in messages, messages)
    (output,) = (folder / "out" / "failed").glob("*/output.txt")
    check("the grid is empty" in output.read_text(encoding="utf-8"), output)


if missing_programs():
    print(f"skipped: Slurm is not installed, {', '.join(missing_programs())} not found (packages slurm-wlm and munge)")
    sys.exit(77)
if not os.path.ismount("/sys/fs/cgroup"):
    print("skipped: slurmd needs control groups, and nothing is mounted on /sys/fs/cgroup")
    sys.exit(77)
if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    place.chmod(0o755)
    (place / "slurm").mkdir()
    with Slurm(place / "slurm"):
        run_study(place / "srun", LAUNCHERS["srun"], [1, 2])
        run_study(place / "sbatch", LAUNCHERS["sbatch"], [2])
        fail_under_slurm(place / "fails")
