"""The records of a run: every recorded invocation with its parameters and counters."""

from __future__ import annotations

import re
from collections import namedtuple
from functools import partial
from itertools import chain, repeat
from typing import Any, Iterable, Iterator, Sequence

from .errors import Error
from .frames import Lists, columns_of_numpy, rows_of
from .names import Names, as_step
from .streams import INTEGER, MISSING, REAL, UNSIGNED, Column
from .threads import Invocations, ThreadReader, Wanted

COMMON = ("start_ns", "duration_ns", "communication_ns", "rank", "thread", "instance", "port", "method", "callpath")
_CODES = {INTEGER: "q", UNSIGNED: "Q", REAL: "d"}


def column_name(column: Column) -> str:
    return f"parameter.{column.name}" if column.name in COMMON else column.name


class Records:
    """Iterates over invocations as named tuples: thread by thread, in the order in which they ended, in constant memory.
    `columns` has the names of the columns; in the fields `_` replaces characters that identifiers cannot have. A column that a
    method lacks is None."""

    def __init__(self, place: str, threads: Sequence[ThreadReader], wanted: Wanted, names: Names):
        self._place, self._threads, self._wanted, self._names = place, threads, wanted, names
        methods = {(*path.method[:3], tuple(column[:2] for column in path.method.columns)): path.method.columns
                   for thread in threads for path in thread.definitions.paths[1:] if wanted(path)}
        kinds: dict[str, list[int]] = {}
        for columns in methods.values():
            may_miss = any(column.kind == MISSING for column in columns)
            for name, column in {column_name(column): column for column in columns if column.kind != MISSING}.items():
                kinds.setdefault(name, []).append(MISSING if may_miss else column.kind)
        self.columns: tuple[str, ...] = (*COMMON, *kinds)
        fields = [re.sub(r"\W", "_", name) for name in self.columns]
        self.type: Any = namedtuple("Record", fields, rename=True)
        self._codes = [*"qqqqq", "", "", "", ""] + [
            _CODES.get(of[0], "") if len(set(of)) == 1 else "" for of in kinds.values()]  # of those that have the column
        self._lacking = {i for i, of in enumerate(kinds.values(), len(COMMON)) if len(of) < len(methods)}

    def __iter__(self) -> Iterator[Any]:
        make = partial(tuple.__new__, self.type)
        return chain.from_iterable(map(partial(map, make), self._rows()))

    def frames(self, rows: int = 1_000_000) -> Iterator[Any]:
        """Yields data frames of about `rows` rows, one after another."""
        make = columns_of_numpy() or Lists
        columns = make(self._codes, self._lacking)
        for order, of_node in self._batches():
            try:
                columns.add(order, of_node)
            except OverflowError:
                raise Error(self._place, "has times or parameters beyond 64 bits; is it damaged?") from None
            if columns.rows >= rows:
                yield columns.frame(self.columns)
                columns = make(self._codes, self._lacking)
        if columns.rows:
            yield columns.frame(self.columns)

    def frame(self) -> Any:
        """All records: a DataFrame of pandas, or without pandas a dict of columns."""
        for frame in self.frames(1 << 62):
            return frame
        return (columns_of_numpy() or Lists)(self._codes, self._lacking).frame(self.columns)

    def _batches(self) -> Iterator[tuple[list[int], dict[int, list[Any]]]]:
        """The nodes of invocations in the order of their ends, and the columns of each node."""
        for thread in self._threads:
            steps: list[str] = [""]  # call paths
            for batch in thread.batches(self._wanted):
                for path in thread.definitions.paths[len(steps):]:
                    step = as_step(self._names.of_path(path))
                    steps.append(f"{steps[path.parent]};{step}" if path.parent else step)
                yield batch.order, {node: self._columns_of(thread, node, of_it, steps) for node, of_it in batch.of_node.items()}

    def _rows(self) -> Iterator[Iterable[tuple]]:
        for order, of_node in self._batches():
            yield rows_of(order, of_node)

    def _columns_of(self, thread: ThreadReader, node: int, invocations: Invocations, steps: list[str]) -> list[Any]:
        """A column is a sequence, or `repeat` of what all invocations of the node have."""
        starts, durations, communications, parameters = invocations
        path = thread.definitions.paths[node]
        by_name = dict(zip(map(column_name, path.method.columns), parameters))
        same = (thread.rank, thread.thread, path.instance, path.method.port, self._names.of_method(path.method), steps[node])
        return [thread.clock.moments(starts), thread.clock.spans(durations), thread.clock.spans(communications),
                *map(repeat, same), *(by_name.get(name, repeat(None)) for name in self.columns[len(COMMON):])]
