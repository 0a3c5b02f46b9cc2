"""Makes data frames of columns: of pandas, or without pandas a dict."""

from __future__ import annotations

from array import array
from itertools import repeat
from typing import Any, Container, Iterable, Mapping, Optional, Sequence

OfNode = Mapping[int, Sequence[Any]]  # columns; one is a sequence, or `repeat` of a value


def rows_of(order: Sequence[int], of_node: OfNode) -> Iterable[tuple]:
    """The rows of nodes, in the given order of nodes."""
    rows = {node: zip(*columns) for node, columns in of_node.items()}
    if len(rows) == 1:
        return next(iter(rows.values()))
    return map(next, map(rows.__getitem__, order))


def frame_of(columns: Mapping[str, Any]) -> Any:
    """Makes a data frame. Columns of numbers are arrays, others lists, in which None marks a missing value."""
    try:
        import numpy
        import pandas
    except ImportError:
        return dict(columns)
    return pandas.DataFrame({name: numpy.asarray(column) if isinstance(column, array) else _nullable(pandas, column)
                             for name, column in columns.items()})


class Lists:
    """Collects columns where neither numpy nor pandas is installed. `codes` are those of arrays, empty for objects;
    `lacking` are the columns that some rows lack."""

    def __init__(self, codes: Sequence[str], lacking: Container[int]):
        self._columns: list[Any] = [array(code) if code and i not in lacking else [] for i, code in enumerate(codes)]

    @property
    def rows(self) -> int:
        return len(self._columns[0])

    def add(self, order: Sequence[int], of_node: OfNode) -> None:
        for column, values in zip(self._columns, zip(*rows_of(order, of_node))):
            column.extend(values)

    def frame(self, names: Sequence[str]) -> Any:
        return dict(zip(names, self._columns))


def columns_of_numpy() -> Any:
    """The class that collects columns as arrays of numpy, ten times as fast as lists of rows; None without pandas."""
    try:
        import numpy
        import pandas
    except ImportError:
        return None
    types = {"q": numpy.int64, "Q": numpy.uint64, "d": numpy.float64}

    class Arrays:
        def __init__(self, codes: Sequence[str], lacking: Container[int]):
            self._types = [types.get(code, object) for code in codes]
            self._lacking = lacking
            self._texts = {i for i, code in enumerate(codes) if not code}  # without numbers, so far
            self._pieces: list[list[Any]] = [[] for _ in codes]
            self._missing: list[list[Any]] = [[] for _ in codes]
            self.rows = 0

        def add(self, order: Sequence[int], of_node: OfNode) -> None:
            nodes = numpy.asarray(order)
            places = {node: slice(None) if len(of_node) == 1 else numpy.flatnonzero(nodes == node) for node in of_node}
            for i, kind in enumerate(self._types):
                piece = numpy.empty(len(nodes), kind)
                missing = numpy.zeros(len(nodes), bool) if i in self._lacking and kind is not object else None
                for node, columns in of_node.items():
                    is_same = isinstance(columns[i], repeat)
                    values = next(columns[i]) if is_same else numpy.asarray(columns[i], kind)
                    if not (is_same and isinstance(values, str)):
                        self._texts.discard(i)
                    if values is None and missing is not None:
                        missing[places[node]], values = True, 0
                    piece[places[node]] = values
                self._pieces[i].append(piece)
                if missing is not None:
                    self._missing[i].append(missing)
            self.rows += len(nodes)

        def frame(self, names: Sequence[str]) -> Any:
            return pandas.DataFrame({name: self._column(i) for i, name in enumerate(names)})

        def _column(self, i: int) -> Any:
            kind = self._types[i]
            values = numpy.concatenate(self._pieces[i]) if self._pieces[i] else numpy.empty(0, kind)
            missing: Optional[Any] = numpy.concatenate(self._missing[i]) if self._missing[i] else None
            if kind is object:
                return values if i in self._texts else _nullable(pandas, values.tolist())
            if missing is None or not missing.any():
                return values
            if missing.all():
                return [None] * len(values)
            if kind is numpy.float64:
                return numpy.where(missing, numpy.nan, values)
            is_wide = kind is numpy.uint64 and values.max() >> numpy.uint64(63)
            return pandas.arrays.IntegerArray(values if is_wide else values.astype(numpy.int64), missing)

    return Arrays


def _nullable(pandas: Any, column: list[Any]) -> Any:
    """Keeps whole numbers whole beside missing values."""
    kinds = set(map(type, column))
    if kinds == {int, type(None)}:
        return pandas.array(column, dtype="UInt64" if max(v for v in column if v is not None) >> 63 else "Int64")
    return column
