"""The call graph of a run, from callgraph.json, or from the records if that is missing. Times in nanoseconds."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Iterable, Iterator, NamedTuple, Optional

from .files import CallPath
from .frames import frame_of
from .names import Names, as_step, is_selected
from .threads import NO_SUMS, Sums, ThreadReader

US = 1e3  # in nanoseconds


class Statistics(NamedTuple):
    """Sums over the invocations of a node. `inclusive_ns` has the calls made from it; minimum, maximum, mean and standard
    deviation are those of one call. `counters` has (exclusive, inclusive) by name."""

    calls: int
    inclusive_ns: float
    exclusive_ns: float
    communication_ns: float
    min_ns: float
    max_ns: float
    mean_ns: float
    stddev_ns: float
    mpi_calls: Optional[int]
    counters: dict[str, tuple[float, float]]


def merged(parts: Iterable[Statistics]) -> Statistics:
    """Merges statistics as if all parts had been measured together."""
    parts = list(parts)
    called = [part for part in parts if part.calls]
    calls = sum(part.calls for part in called)
    mean = sum(part.calls * part.mean_ns for part in called) / calls if calls else 0.0
    squares = sum(part.calls * (part.stddev_ns**2 + (part.mean_ns - mean)**2) for part in called)
    mpi_calls = [part.mpi_calls for part in parts if part.mpi_calls is not None]
    counters: dict[str, tuple[float, float]] = {}
    for part in parts:
        for name, (exclusive, inclusive) in part.counters.items():
            before = counters.get(name, (0, 0))
            counters[name] = before[0] + exclusive, before[1] + inclusive
    return Statistics(calls, *(math.fsum(part[i] for part in parts) for i in (1, 2, 3)),
                      min((part.min_ns for part in called), default=0.0), max((part.max_ns for part in called), default=0.0),
                      mean, math.sqrt(squares / calls) if calls else 0.0, sum(mpi_calls) if mpi_calls else None, counters)


CONNECTION = "user", "uses port", "provides port"


@dataclass(eq=False, repr=False)
class Node:
    """A method of an instance, called along one path."""

    name: str  # `instance.method`, with parameter types where overloaded
    instance: str
    port: str
    method: str
    signature: str
    binding: dict[str, str]
    parent: Optional[Node]
    children: list[Node] = field(default_factory=list)
    ranks: dict[int, Statistics] = field(default_factory=dict)  # -1: ranks that are not told apart

    @property
    def depth(self) -> int:
        return sum(1 for _ in self._up()) - 1

    @property
    def path(self) -> str:
        """The call path from the outermost call on, joined by ';'; `callpath` of the records."""
        return ";".join(reversed([as_step(node.name) for node in self._up()]))

    @cached_property
    def total(self) -> Statistics:
        """The statistics of all ranks."""
        return merged(self.ranks.values())

    @property
    def calls(self) -> int:
        return self.total.calls

    @property
    def inclusive_ns(self) -> float:
        return self.total.inclusive_ns

    @property
    def exclusive_ns(self) -> float:
        return self.total.exclusive_ns

    def _up(self) -> Iterator[Node]:
        node: Optional[Node] = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return f"<{self.path}: {self.calls} calls, {self.inclusive_ns:.0f} ns>"


class CallGraph:
    """Iterate for all nodes, parents before their children."""

    def __init__(self) -> None:
        self.roots: list[Node] = []
        self._known: dict[tuple, Node] = {}

    def __iter__(self) -> Iterator[Node]:
        waiting = self.roots[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def __len__(self) -> int:
        return len(self._known)

    def find(self, wanted: str) -> list[Node]:
        """The nodes of `instance.method`, `port::method`, the end of these, or a glob."""
        return [node for node in self if is_selected((wanted,), node.instance, node.port, node.method)]

    def frame(self) -> Any:
        """A row for each node and rank."""
        rows = [(node.path, node.name, node.instance, node.port, node.method, rank, *statistics[:9],
                 *(value for counted in statistics.counters.values() for value in counted))
                for node in self for rank, statistics in sorted(node.ranks.items())]
        counters = next((list(of.counters) for node in self for of in node.ranks.values()), [])
        names = ["callpath", "name", "instance", "port", "method", "rank", *Statistics._fields[:9],
                 *(title for name in counters for title in (name, f"{name} (inc)"))]
        return frame_of({name: list(column) for name, column in zip(names, zip(*rows) if rows else [[]] * len(names))})

    def add(self, parent: Optional[Node], name: str, instance: str, port: str, method: str, signature: str,
            binding: dict[str, str]) -> Node:
        """Finds or makes a node."""
        key = id(parent), name, instance, port, method, signature, *sorted(binding.items())
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = Node(name, instance, port, method, signature, binding, parent)
            (parent.children if parent else self.roots).append(node)
        return node


def add_json(graph: CallGraph, content: dict[str, Any]) -> None:
    """Adds the content of a callgraph.json. Raises Python's own exceptions for missing members and wrong types."""
    described = {int(number): node for tree in content["graph"] for number, node in tree.items()}
    parents = {child: number for number, node in described.items() for child in node["children"]}
    nodes: dict[int, Node] = {}
    for number in sorted(described):
        data = described[number]["data"]
        parent = nodes[parents[number]] if number in parents else None
        connection = data.get("binding", data)  # an object in older files
        nodes[number] = graph.add(parent, *(str(data[key]) for key in ("name", "instance", "port", "method", "signature")),
                                  {key: str(connection[key]) for key in CONNECTION if key in connection})
    counters = [(counter["name"], US if counter["unit"] == "us" else 1) for counter in content.get("counters", [])]
    for row in content["dataframe"]:
        times = (row[key] * US for key in ("time (inc)", "time", "communication", "min", "max", "mean", "stddev"))
        of_counters = {name: (row[name] * unit, row[f"{name} (inc)"] * unit) for name, unit in counters}
        statistics = Statistics(int(row["calls"]), *times, row.get("mpi calls"), of_counters)
        ranks = nodes[row["node"]].ranks
        rank = int(row["rank"])
        ranks[rank] = merged([ranks[rank], statistics]) if rank in ranks else statistics


def add_records(graph: CallGraph, threads: Iterable[ThreadReader], names: Names) -> None:
    """Adds the records of threads. Records lack invocations that are still open; their nodes have the time of their callees.
    Leaves out MPI calls and counters."""
    for thread in threads:
        sums = _sums_of(thread)
        paths, nodes = thread.definitions.paths, _nodes_of(graph, thread, names)
        below = [0] * len(nodes)
        for number in range(len(nodes) - 1, 0, -1):
            path, node, of = paths[number], nodes[number], sums.get(number, NO_SUMS)
            assert isinstance(path, CallPath)
            caller, inclusive = paths[path.parent], max(of.total, below[number])
            if caller is not None and not caller.is_stand_in:
                below[path.parent] += inclusive
            node.ranks[thread.rank] = merged([*(s for r, s in node.ranks.items() if r == thread.rank),
                                              _statistics(of, inclusive, inclusive - below[number], thread.clock.rate)])


def _sums_of(thread: ThreadReader) -> dict[int, Sums]:
    """Sums over all invocations of a thread, by node."""
    recorded: dict[int, Sums] = {}
    for batch in thread.batches(lambda path: True, with_parameters=False):
        for node, invocations in batch.of_node.items():
            recorded[node] = recorded.get(node, NO_SUMS) + Sums.of(invocations.durations, invocations.communications)
    if thread.bins is None:
        return recorded
    counted = dict(thread.pending)
    for (node, _), of_bin in thread.bins.items():
        counted[node] = counted.get(node, NO_SUMS) + of_bin
    return counted


def _nodes_of(graph: CallGraph, thread: ThreadReader, names: Names) -> list[Any]:
    nodes: list[Any] = [None]
    for path in thread.definitions.paths[1:]:
        assert isinstance(path, CallPath)
        binding = dict(zip(CONNECTION, path.binding))
        nodes.append(graph.add(nodes[path.parent], names.of_path(path), path.instance, path.method.port, path.method.name,
                               path.method.signature, binding))
    return nodes


def _statistics(sums: Sums, inclusive: int, exclusive: int, rate: float) -> Statistics:
    calls = sums.calls or 1
    deviation = math.sqrt(max(calls * sums.squares - sums.total**2, 0)) / calls
    return Statistics(sums.calls, inclusive * rate, exclusive * rate, sums.communication * rate,
                      (sums.least if sums.calls else 0) * rate, sums.most * rate, sums.total / calls * rate, deviation * rate,
                      None, {})
