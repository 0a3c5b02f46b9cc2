"""Runs one program, whose work other threads do, with libproxima_threads: the tree is that of the program without threads.

Usage: PYTHONPATH=tests/support threads_test.py --program PROGRAM --library LIBPROXIMA_THREADS --tool OTHER --proxima CLI
    --name NAME CASE
"""

import argparse
import json
import math
import os
import signal
import subprocess
import tempfile

import counted_runs
import proxima

WAYS = ("loops", "tasks", "taskloops", "nested")
STEPS = 3
CALLS = STEPS * 4 * 40  # of the worker, in each way

EXPECTED = {**{(way,): STEPS for way in WAYS}, **{(way, "worker"): CALLS for way in WAYS}, ("worker",): 1,
            ("waiting",): STEPS, ("waiting", "outer"): STEPS * 8, ("waiting", "outer", "worker"): CALLS}


def calls_by_path(run):
    with open(os.path.join(run, "callgraph.json")) as file:
        graph = json.load(file)
    nodes = {int(number): node for tree in graph["graph"] for number, node in tree.items()}
    paths = {}
    for number, node in sorted(nodes.items()):
        path = (*paths.get(number, ()), node["data"]["method"])
        paths[number] = path
        for child in node["children"]:
            paths[child] = path
    calls = {}
    for row in graph["dataframe"]:
        path = paths[row["node"]]
        calls[path] = calls.get(path, 0) + row["calls"]
    return {path: count for path, count in calls.items() if count}


def start(options, directory, *arguments, preload=True, measured=True, settings="quiet=on", **more):
    environment = {name: value for name, value in os.environ.items() if name != "PROXIMA"}
    environment.update(more)
    if preload:
        environment["LD_PRELOAD"] = options.library
    if measured:
        environment["PROXIMA"] = f"output=run,{settings}"
    return subprocess.run([options.program, *arguments], cwd=directory, env=environment, capture_output=True, text=True,
                          timeout=300)


def tree(options, directory):
    """Each call stands below the one that handed it over; what they did elsewhere is not taken out of its own time."""
    done = start(options, directory)
    assert (done.returncode, done.stderr) == (0, ""), done
    run = os.path.join(directory, "run")
    assert calls_by_path(run) == EXPECTED, calls_by_path(run)
    with open(os.path.join(run, "run.json")) as file:
        assert json.load(file)["calls_without_origin"] == EXPECTED["worker",]
    os.remove(os.path.join(run, "callgraph.json"))
    read = {node.path: node for node in proxima.Run(run).call_graph}
    counted_runs.recover(options.proxima, run)
    assert calls_by_path(run) == EXPECTED, calls_by_path(run)
    for node in proxima.Run(run).call_graph:
        for mine, other in zip(read[node.path].total[:3], node.total[:3]):  # calls, inclusive and exclusive time
            assert math.isclose(mine, other, rel_tol=1e-6, abs_tol=1), (node, read[node.path])


def lives(options, directory):
    """Threads, not buffers, have rows, with their creators; the system's account of a thread fits into its life."""
    assert start(options, directory).returncode == 0
    report = json.loads(subprocess.run([options.proxima, "report", "run", "--by", "thread", "--json"], cwd=directory,
                                       check=True, capture_output=True, text=True).stdout)
    threads = report["threads"]
    assert len(threads) == report["run"]["threads"] >= 2, threads
    assert threads[0]["creator"] is None and any(thread["creator"] == 0 for thread in threads[1:]), threads
    for thread in threads:  # a creator without calls is unknown
        assert thread["creator"] is None or thread["creator"] < thread["thread"], thread
    assert abs(sum(thread["life_us"] for thread in threads) - report["run"]["thread_life_us"]) < 1000, report["run"]
    assert sum(thread["calls"] for thread in threads) == sum(EXPECTED.values()), threads
    for thread in threads:
        clock_ticks_us = 10
        assert thread["name"] == os.path.basename(options.program)[:15], thread
        assert thread["measured_us"] <= thread["life_us"] + clock_ticks_us, thread
        account = [thread["running_us"], thread["waiting_for_processor_us"]]
        assert None in account or sum(account) <= thread["life_us"] + clock_ticks_us, thread


def killed(options, directory):
    done = start(options, directory, "kill")
    assert done.returncode == -signal.SIGKILL, done
    run = os.path.join(directory, "run")
    counted_runs.recover(options.proxima, run)
    assert calls_by_path(run) == EXPECTED, calls_by_path(run)


def unchanged(options, directory):
    """The answer is that of the program by itself; without the library, calls on other threads have no caller."""
    alone = start(options, directory, preload=False, measured=False)
    assert alone.returncode == 0 and "wrong" not in alone.stdout, alone
    assert start(options, directory, measured=False).stdout == alone.stdout
    assert start(options, directory, preload=False).stdout == alone.stdout
    run = os.path.join(directory, "run")
    calls = calls_by_path(run)
    with open(os.path.join(run, "run.json")) as file:
        without_origin = json.load(file)["calls_without_origin"]
    assert (without_origin == 1) == (options.name == "alone"), without_origin
    assert without_origin <= calls["worker",] + calls.get(("outer",), 0), without_origin
    assert sum(calls.values()) == sum(EXPECTED.values()), calls
    assert (calls == EXPECTED) == (options.name == "alone"), calls


def switched(options, directory):
    """With threads=off the library hands nothing over; without the library, one line says that threads=on needs it."""
    off = start(options, directory, settings="quiet=on,threads=off")
    assert (off.returncode, off.stderr) == (0, ""), off
    with_library = calls_by_path(os.path.join(directory, "run"))
    without = start(options, directory, preload=False, settings="quiet=on,output=without,threads=on")
    assert (without.returncode, without.stdout) == (0, off.stdout), without
    assert "libproxima_threads is not loaded" in without.stderr and without.stderr.count("\n") == 1, without
    assert sum(with_library.values()) == sum(EXPECTED.values()), with_library
    assert with_library["worker",] > EXPECTED["worker",] or options.name == "alone", with_library
    on = start(options, directory, settings="quiet=on,output=on,threads=on")
    assert (on.returncode, on.stderr) == (0, ""), on
    assert calls_by_path(os.path.join(directory, "on")) == EXPECTED, on


def beside(options, directory):
    """Where another tool has what the library needs, that tool is used, the program's answer stays, and a line says so."""
    alone = start(options, directory, preload=False, measured=False)
    own, other, late = options.library, options.tool, {"LD_PRELOAD": options.tool, "LATE": options.library}
    cases = {  # reason of the line, whether calls have their callers, environment
        "libomp": [("", True, {"OMP_TOOL_LIBRARIES": f"{own}:{other}"}),
                   ("OMP_TOOL_LIBRARIES", True, {"OMP_TOOL_LIBRARIES": other}),  # regions are seen by ITT, too
                   ("OMP_TOOL_LIBRARIES", False, {"OMP_TOOL_LIBRARIES": f"{other}:{own}", "INTEL_LIBITTNOTIFY64": other})],
        "tbb": [("", True, {"INTEL_LIBITTNOTIFY64": own}), ("INTEL_LIBITTNOTIFY64", False, {"INTEL_LIBITTNOTIFY64": other})],
        "gomp": [("", True, {"OMP_TOOL_LIBRARIES": other}), ("pthread_create", False, late)],
        "std": [("pthread_create", False, late)],
        "behind": [("GOMP_parallel", False, {})],
    }.get(options.name, [("", True, {})])
    expected = {path: count * (2 if options.name == "both" else 1) for path, count in EXPECTED.items()}
    for number, (reason, has_callers, variables) in enumerate(cases):
        preload = "LATE" not in variables and options.name not in ("linked", "behind")
        done = start(options, directory, settings=f"quiet=on,output=run{number}", preload=preload, **variables)
        used = bool(reason) and preload
        assert done.returncode == 0 and done.stdout == alone.stdout and ("the other" in done.stderr) == used, (done, variables)
        calls = calls_by_path(os.path.join(directory, f"run{number}"))
        assert sum(calls.values()) == sum(expected.values()) and (calls == expected) == has_callers, (calls, variables)
        report = subprocess.run([options.proxima, "report", f"run{number}", "--width", "1000"], cwd=directory, check=True,
                                capture_output=True, text=True).stdout
        lines = [line for line in report.splitlines() if "may have no caller" in line]
        assert len(lines) == bool(reason) and reason in "".join(lines), (report, variables)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("program", "library", "proxima", "tool"):
        parser.add_argument(f"--{name}", required=True, type=os.path.abspath)
    parser.add_argument("--name", required=True)
    cases = {case.__name__: case for case in (tree, lives, killed, unchanged, switched, beside)}
    parser.add_argument("case", choices=sorted(cases))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        cases[options.case](options, directory)


main()
