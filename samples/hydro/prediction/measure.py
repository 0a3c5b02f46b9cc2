#!/usr/bin/env python3
"""Runs hydro on 1 and 2 ranks under limits of processor and network, and predicts half of the runs from the others.

    sudo ./measure.py --proxima build/default/tool/cli/proxima --path build/default/samples/hydro/lib -o runs.csv

A control group gives the ranks a share of a processor each, and lets them pause together; they talk TCP through a loopback
of their own, in a network namespace, which a token bucket limits. Needs root, tc (iproute2) and Open MPI. Each setting counts with the fastest
of several runs: others that use the machine only make it slower.
"""

import argparse
import contextlib
import csv
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NAMESPACE = "proxima-hydro"
PERIOD_US = 100_000
MBIT = 1e6 / 8
FOLDER = "proxima-hydro"
END_TIMES = {2: 0.2, 3: 0.05}  # by the finest level


class Group:
    """A control group, of version 1 or 2, that limits all ranks together."""

    def __init__(self):
        root = pathlib.Path("/sys/fs/cgroup")
        self.is_v1 = (root / "cpu" / "cpu.shares").exists()
        self.folder = (root / "cpu" if self.is_v1 else root) / FOLDER

    def __enter__(self):
        self.folder.mkdir(exist_ok=True)
        self.write("cpu.shares" if self.is_v1 else "cpu.weight", 100000 if self.is_v1 else 10000)
        return self

    def write(self, name, value):
        (self.folder / name).write_text(str(value))

    def limit(self, processors, is_limited):
        quota = int(processors * PERIOD_US)
        if self.is_v1:
            self.write("cpu.cfs_period_us", PERIOD_US)
            self.write("cpu.cfs_quota_us", quota if is_limited else -1)
        else:
            self.write("cpu.max", f"{quota if is_limited else 'max'} {PERIOD_US}")

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.folder.rmdir()


class Network:
    """A loopback of its own with a limited rate."""

    def __enter__(self):
        subprocess.run(["ip", "netns", "del", NAMESPACE], stderr=subprocess.DEVNULL, check=False)
        subprocess.run(["ip", "netns", "add", NAMESPACE], check=True)
        # packets of 1500 bytes, so that the bucket need not hold more: what it saves up would hide the limit
        subprocess.run(["ip", "-n", NAMESPACE, "link", "set", "lo", "mtu", "1500", "up"], check=True)
        return self

    def limit(self, mbit):
        subprocess.run(["tc", "-n", NAMESPACE, "qdisc", "replace", "dev", "lo", "root", "tbf", "rate", f"{mbit}mbit",
                        "burst", "8kb", "latency", "1s"], check=True)

    def __exit__(self, *_):
        subprocess.run(["ip", "netns", "del", NAMESPACE], check=False)


def script_of(directory, level):
    text = (HERE.parent / "hydro.rc").read_text()
    text = text.replace("max_level 3", f"max_level {level}").replace("end_time 0.6", f"end_time {END_TIMES[level]}")
    file = directory / f"level{level}.rc"
    file.write_text(text)
    return file


def run_once(arguments, group, directory, script, ranks):
    join = f'set -e; echo $$ > {group.folder}/cgroup.procs; exec "$@"'
    command = ["nsenter", f"--net=/run/netns/{NAMESPACE}", "mpirun", "--allow-run-as-root", "--bind-to", "core", "-n", str(ranks),
               "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo", "--mca", "oob_tcp_if_include", "lo",
               "sh", "-c", join, "rank", arguments.proxima, "run", str(script), "--path", arguments.path]
    subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return json.loads((directory / "hydro.json").read_text())


def settings():
    for level, share in itertools.product(END_TIMES, (0.25, 0.5, 0.75, 1.0)):
        yield level, share, 1, None
        for mbit in (30, 100) if share == 0.75 else (20, 50, 200):
            yield level, share, 2, mbit


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proxima", required=True, type=os.path.abspath)
    parser.add_argument("--path", required=True, type=os.path.abspath, help="of the components of hydro")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("-o", "--output", default="runs.csv")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("measure.py: error: limits need root")
    rows = []
    with tempfile.TemporaryDirectory() as folder, Group() as group, Network() as network:
        directory = pathlib.Path(folder)
        for level, share, ranks, mbit in settings():
            group.limit(share * ranks, share < 1)
            network.limit(mbit or 8000)
            script = script_of(directory, level)
            answers = [run_once(arguments, group, directory, script, ranks) for _ in range(arguments.repeat)]
            fastest = min(answers, key=lambda answer: answer["seconds"])
            rows.append({"ranks": ranks, "cell_updates": fastest["cell_updates"], "steps": fastest["steps"],
                         "cpu_share": share, "net_rate": (mbit or 8000) * MBIT, "seconds": fastest["seconds"]})
            print(rows[-1], [round(answer["seconds"], 2) for answer in answers], file=sys.stderr, flush=True)
    with open(arguments.output, "w", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys())
        table.writeheader()
        table.writerows(rows)
    # Held back: 2 ranks with half a processor, the network of 50 Mbit/s, and all with three quarters of a processor.
    sys.exit(subprocess.run([arguments.proxima, "predict", "--application", HERE / "hydro.json", "--platform",
                             HERE / "this_machine.json", "--fit", arguments.output, "--hold-out", "ranks=2,cpu_share=0.5",
                             "--hold-out", f"net_rate={50 * MBIT:.0f}", "--hold-out", "cpu_share=0.75"],
                            check=False).returncode)


if __name__ == "__main__":
    main()
