"""Makes data frames of columns: of pandas, or without pandas a dict."""

from __future__ import annotations

from array import array
from typing import Any, Mapping


def frame_of(columns: Mapping[str, Any]) -> Any:
    """Makes a data frame. Columns of numbers are arrays, others lists, in which None marks a missing value."""
    try:
        import numpy
        import pandas
    except ImportError:
        return dict(columns)
    return pandas.DataFrame({name: numpy.asarray(column) if isinstance(column, array) else _nullable(pandas, column)
                             for name, column in columns.items()})


def _nullable(pandas: Any, column: list[Any]) -> Any:
    """Keeps whole numbers whole beside missing values."""
    kinds = set(map(type, column))
    if kinds == {int, type(None)}:
        return pandas.array(column, dtype="UInt64" if max(v for v in column if v is not None) >> 63 else "Int64")
    return column
