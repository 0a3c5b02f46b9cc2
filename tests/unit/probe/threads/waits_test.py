"""Runs waits.cpp, whose calls wait for 100 ms in known ways: processor time and blocked time are the planted ones, however busy
the machine is.

Usage: waits_test.py --program WAITS --library LIBPROXIMA_THREADS --tool OTHER --proxima CLI CASE
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

WAIT = 100_000  # us
LITTLE = 30_000
HOLDER = "default.holding < default.outer"[:31]


def measure(options, directory, settings, *tool, run="run"):
    """The report of the program, run by itself or by a tool."""
    environment = {**os.environ, "PROXIMA": f"quiet=on,output={run},{settings}"}
    done = subprocess.run([*tool, options.program], cwd=directory, env=environment, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, ""), done
    report = subprocess.run([options.proxima, "report", run, "--json"], cwd=directory, check=True, capture_output=True, text=True)
    return json.loads(report.stdout)


def split(options, directory):
    """Own time is split into computing, ready and blocked; what others compute for a call stands beside it."""
    report = measure(options, directory, "counters=THREAD_CPU_TIME;READY_TIME")
    splits = {one["name"].removeprefix("default."): one for one in report["splits"]}
    for name, one in splits.items():
        assert abs(one["computed_us"] + one["ready_us"] + one["blocked_us"] - one["exclusive_us"]) < 1, one
        computes = {"spinning": 1, "handed": 1, "competing": 2}.get(name, 0) * WAIT
        if name != "holding":  # which looks how the main thread is
            assert computes - 1 < one["computed_us"] < computes + LITTLE, one
        if name in ("sleeping", "holding"):
            assert one["blocked_us"] > WAIT - 1, one
        if name in ("spinning", "handed", "competing"):
            assert one["blocked_us"] < LITTLE, one
        assert abs(one["elsewhere_us"] - (splits["handed"]["computed_us"] if name == "handing" else 0)) < 1, one
    assert splits["competing"]["ready_us"] > WAIT - LITTLE, splits
    for name in ("wanting", "reading", "writing", "patient", "impatient", "expecting", "handing"):  # ready for the little that they do before they block
        assert splits[name]["blocked_us"] + splits[name]["ready_us"] > WAIT - 1, splits
    unknown = measure(options, directory, "counters=THREAD_CPU_TIME", run="unready")
    assert all(one["ready_us"] is None for one in unknown["splits"]), unknown["splits"]
    assert "splits" not in measure(options, directory, "start=on", run="uncounted")
    sampled = measure(options, directory, "sample=1ms", run="sampled")
    splits = {one["name"].removeprefix("default."): one for one in sampled["splits"]}
    for name, one in splits.items():
        computes = {"spinning": 1, "handed": 1, "competing": 2}.get(name, 0) * WAIT
        if name != "holding":
            assert abs(one["computed_us"] - computes) < 2 * LITTLE and one["computed_error_us"] <= 2 * LITTLE, one
        assert abs(one["computed_us"] + one["waiting_us"] - one["exclusive_us"]) < 1 and one["ready_us"] is None, one
    assert splits["sleeping"]["waiting_us"] > WAIT - 2 * LITTLE, splits
    assert abs(splits["handing"]["elsewhere_us"] - splits["handed"]["computed_us"]) < 1, splits


def locks(options, directory):
    """A wait is a call below the one that waits, with the lock and what its holder does; a free lock is none."""
    tool = (options.proxima, "run", "--threads", "--")
    nodes = measure(options, directory, "locks=on", *tool)["nodes"]
    names = {node["id"]: node["name"].removeprefix("default.") for node in nodes}
    waits = {(names[node["parent"]], node["name"]): node for node in nodes if node["name"].startswith("wait.")}
    expected = {("wanting", "wait.mutex"), ("reading", "wait.read"), ("writing", "wait.write"), ("meeting", "wait.barrier"),
                ("meeting", "wait.condition"), ("patient", "wait.mutex"), ("impatient", "wait.mutex"), ("handing", "wait.join"),
                ("expecting", "wait.semaphore"), ("expecting", "wait.join")}
    assert expected <= set(waits) <= expected | {("meeting", "wait.mutex")}, set(waits)
    for caller, wait in expected:
        node = waits[caller, wait]
        lock, holder = (parameter["values"][0]["value"] for parameter in node["parameters"])
        assert node["calls"] == 1 or wait == "wait.condition", node
        if caller not in ("meeting", "handing"):
            assert node["inclusive_us"] > WAIT - 1, node
        named = {"wanting": "contended", "impatient": "contended"}
        assert lock == {"wait.join": "late" if caller == "expecting" else "waits"}.get(wait, named.get(caller, lock)), node
        assert lock.startswith("0x") or wait == "wait.join" or caller in named, node
        assert holder == {"wanting": HOLDER, "reading": HOLDER, "patient": HOLDER, "impatient": "default.impatient"}.get(caller, ""), node
    assert not [node for node in measure(options, directory, "locks=off", *tool, run="off")["nodes"] if "wait" in node["name"]]
    environment = {**os.environ, "LD_PRELOAD": f"{options.library}:{options.tool}", "TELL_OF_WAITS": "on"}
    behind = subprocess.run([options.program], cwd=directory, env=environment, capture_output=True, text=True, timeout=300)
    assert behind.returncode == 0 and "the other sees waits" in behind.stderr, behind  # as without this library
    environment = {**os.environ, "PROXIMA": "quiet=on,output=alone,locks=on"}
    alone = subprocess.run([options.program], cwd=directory, env=environment, capture_output=True, text=True, timeout=300)
    assert alone.returncode == 0 and "locks are not measured: libproxima_threads" in alone.stderr and alone.stderr.count("\n") == 1, alone


def run_threads(options, directory):
    """`proxima run --threads` preloads the library behind what is preloaded already, and keeps PROXIMA, arguments and status."""
    script = 'echo "$LD_PRELOAD" "$PROXIMA" "$1"; exit 3'
    command = [options.proxima, "run", "--threads", "-o", "run", "--", "sh", "-c", script, "sh", "an argument"]
    for given in (None, "libm.so.6"):
        environment = {name: value for name, value in os.environ.items() if name not in ("PROXIMA", "LD_PRELOAD")}
        environment.update({"LD_PRELOAD": given, "PROXIMA": "depth=9"} if given else {})
        done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 3, done
        library, configuration, *argument = done.stdout.split(maxsplit=2)
        assert library.startswith(f"{given}:/" if given else "/") and library.endswith("/libproxima_threads.so"), done
        assert configuration == ("threads=on,depth=9,output=run" if given else "threads=on,output=run") and argument == ["an argument\n"], done
    pathlib.Path(directory, "static.c").write_text("int main(void) { return 4; }\n")
    for name, link, notes in (("static", ["-static"], 1), ("static-pie", ["-static-pie"], 1), ("dynamic", [], 0)):
        subprocess.run(["gcc", *link, "static.c", "-o", name], cwd=directory, check=True)
        done = subprocess.run([options.proxima, "run", "--threads", "--", f"./{name}"], cwd=directory, capture_output=True, text=True, timeout=300,
                              env={**os.environ, "PROXIMA": "quiet=on"})
        assert done.returncode == 4 and done.stderr.count("static program") == notes, done
    missing = subprocess.run([options.proxima, "run", "--threads", "--", "./nothing"], cwd=directory, capture_output=True, text=True)
    assert missing.returncode == 2 and "./nothing" in missing.stderr, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("program", "library", "proxima", "tool"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    cases = {case.__name__: case for case in (split, locks, run_threads)}
    parser.add_argument("case", choices=sorted(cases))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        cases[options.case](options, directory)


main()
