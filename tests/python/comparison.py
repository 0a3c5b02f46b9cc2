"""A run as the Python module reads it, compared with what the tool says of it."""

import csv
import io
import json
import math
import subprocess
import sys

import proxima
from programs import PROXIMA

csv.field_size_limit(1 << 24)


def python_with(modules):
    """Returns an interpreter that has `modules`: this one, or that of the system's packages, or None."""
    return next((python for python in (sys.executable, "/usr/bin/python3") if subprocess.run(
        [python, "-c", f"import {modules}"], capture_output=True, check=False).returncode == 0), None)


def tool(*arguments):
    done = subprocess.run([PROXIMA, *arguments], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "backslashreplace")


def cell_says(cell, value):
    if value is None or isinstance(value, bool):
        return cell == {None: "", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return float(cell) == value or (math.isnan(value) and cell.lstrip("-") == "nan")
    if isinstance(value, int):
        return cell == str(value)
    return cell in (value, "'" + value)  # guarded likewise


def assert_same_records(test, run, *methods):
    """Returns how many there are."""
    options = [option for method in methods for option in ("--method", method)]
    titles, *rows = csv.reader(io.StringIO(tool("records", run.path, "--csv", *options), newline=""))
    titles = [title.removeprefix("'") for title in titles]  # the guard of what a spreadsheet would take for a formula
    records = run.records(*methods)
    test.assertEqual(sorted(records.columns), sorted(titles))
    order = [titles.index(name) for name in records.columns]
    count = 0
    for row, record in zip(rows, records, strict=True):
        count += 1
        for at, value in zip(order, record):
            test.assertTrue(cell_says(row[at], value), f"record {count}: {titles[at]} is {value!r}, not {row[at]!r}")
    return count


def paths_in(content):
    """Returns path and description of each node."""
    nodes = {int(number): node for tree in content["graph"] for number, node in tree.items()}
    paths = {}
    for number in sorted(nodes):  # parents first
        data = nodes[number]["data"]
        own = tuple(data[key] for key in ("name", "instance", "port", "method", "signature")) + tuple(
            data.get(key, "") for key in ("user", "uses port", "provides port"))
        paths[number] = (*paths.get(number, ()), own)
        for child in nodes[number]["children"]:
            paths[child] = paths[number]
    return paths


def path_of(node):
    steps = []
    while node is not None:
        steps.append((node.name, node.instance, node.port, node.method, node.signature,
                      *(node.binding.get(key, "") for key in ("user", "uses port", "provides port"))))
        node = node.parent
    return tuple(reversed(steps))


def rows_of_ranks(rows):
    """One row for each node and rank; of several threads only what can be added up or compared."""
    merged = {}
    for row in rows:
        place = row["node"], row["rank"]
        merged[place] = sum_of(merged[place], row) if place in merged else row
    return merged.values()


def sum_of(one, other):
    both = {**one, **{key: one[key] + other.get(key, 0) for key in one if isinstance(one[key], (int, float))}}
    both.update(node=one["node"], rank=one["rank"], max=max(one["max"], other["max"]),
                min=min(row["min"] for row in (one, other) if row["calls"] or not both["calls"]))
    return {key: value for key, value in both.items() if key not in ("thread", "mean", "stddev")}


def assert_same_call_graph(test, run):
    """Returns the number of calls. Of what the module rebuilt, calls of MPI and counters are not compared: it has none."""
    content = json.loads(tool("convert", run.path, "--to", "hatchet"))
    paths = paths_in(content)
    nodes = {path_of(node): node for node in run.call_graph}
    test.assertEqual(set(nodes), set(paths.values()))
    calls = 0
    for row in rows_of_ranks(content["dataframe"]):
        node = nodes[paths[row["node"]]]
        of_rank = node.ranks.get(row["rank"], proxima.Statistics(*[0] * 8, None, {}))
        calls += row["calls"]
        test.assertEqual(of_rank.calls, row["calls"], node.path)
        for key, ns in [("time (inc)", of_rank.inclusive_ns), ("time", of_rank.exclusive_ns), ("min", of_rank.min_ns),
                        ("max", of_rank.max_ns), ("mean", of_rank.mean_ns), ("stddev", of_rank.stddev_ns)]:
            if key not in row:
                continue
            test.assertTrue(math.isclose(row[key] * 1e3, ns, rel_tol=1e-9, abs_tol=1), f"{node.path}: {key} {row[key]} {ns}")
        if of_rank.mpi_calls is not None:
            test.assertEqual(of_rank.mpi_calls, row["mpi calls"])
        for name, (exclusive, inclusive) in of_rank.counters.items():
            unit = next(1e3 if counter["unit"] == "us" else 1 for counter in content["counters"] if counter["name"] == name)
            test.assertAlmostEqual(inclusive, row[f"{name} (inc)"] * unit)
            test.assertAlmostEqual(exclusive, row[name] * unit)
    test.assertEqual(calls, sum(node.calls for node in run.call_graph))
    return calls
