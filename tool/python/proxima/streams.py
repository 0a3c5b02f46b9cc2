"""Decodes the streams of a block, groups of 64 values. Handles whole groups in C where Python can."""

from __future__ import annotations

import struct
from array import array
from functools import lru_cache
from itertools import accumulate
from operator import xor
from typing import Any, NamedTuple, Sequence

from .errors import Damage

GROUP = 64
RECURS = 15  # a tag in the stream of nodes
_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
INTEGER, UNSIGNED, REAL, BOOLEAN, ENUMERATION, TEXT, MISSING = range(7)


class Column(NamedTuple):
    """A parameter of a method, or a counter."""

    kind: int
    name: str
    cpp_type: str
    constants: dict[int, str]

    @property
    def words(self) -> int:
        return 4 if self.kind == TEXT else 1

    @property
    def is_counter(self) -> bool:
        return self.cpp_type.startswith("counter in ")


class Streams:
    """Reads the streams of a payload that lies at `origin` in its file, one after another."""

    def __init__(self, data: bytes, at: int, origin: int):
        self.data, self.at, self.origin = data, at, origin

    def _group(self, size: int) -> tuple[int, int, int, int]:
        """Returns width and shift in bytes, the number of stored values and their offset; moves behind them."""
        data, at = self.data, self.at
        tag = data[at] if at < len(data) else 0
        width, shift, stored = tag & 15, tag >> 4 & 7, 1 if tag & 128 else size
        self.at = at + 1 + width * stored
        if width + shift > 8 or self.at > len(data):
            raise Damage(self.origin + at, "the block ends within a group of values" if width + shift <= 8
                         else f"a group of values has the impossible tag {tag}")
        return width, shift, stored, at + 1

    def skip(self, count: int) -> None:
        for left in range(count, 0, -GROUP):
            self._group(min(left, GROUP))

    def read(self, count: int, recurring: bool = False) -> list[int]:
        values: list[int] = []
        for left in range(count, 0, -GROUP):
            size = left if left < GROUP else GROUP
            if recurring and values and self.data[self.at:self.at + 1] == b"\x0f":
                values += self._recurring(values, size)
                continue
            width, shift, stored, at = self._group(size)
            if width == 0:
                values += [0] * size
            elif stored < size:
                values += [int.from_bytes(self.data[at:self.at], "little") << 8 * shift] * size
            elif width in _CODES and shift == 0:
                values += struct.unpack_from(f"<{size}{_CODES[width]}", self.data, at)
            else:
                spread = bytearray(8 * size)
                for byte in range(width):
                    spread[shift + byte::8] = self.data[at + byte:self.at:width]
                values += struct.unpack(f"<{size}Q", spread)
        return values

    def _recurring(self, values: list[int], size: int) -> list[int]:
        period = self.data[self.at + 1] if self.at + 1 < len(self.data) else 0
        if not 1 <= period <= GROUP:
            raise Damage(self.origin + self.at, f"values recur after the impossible number {period}")
        self.at += 2
        return (values[-period:] * (size // period + 1))[:size]

    def read_parameter(self, column: Column, count: int) -> Sequence[Any]:
        """The values of a column as Python objects."""
        words = []
        for _ in range(column.words):
            stored = self.read(count)
            if column.kind in (INTEGER, UNSIGNED, ENUMERATION):
                words.append(list(accumulate([(value >> 1) ^ -(value & 1) for value in stored])))
            else:
                words.append(list(accumulate(stored, xor)))
        return values_of(column, words)


def values_of(column: Column, words: list[list[int]]) -> Sequence[Any]:
    """Converts words, modulo 2^64, to values of the column's type."""
    if column.kind == TEXT:
        return list(map(_text, *words))
    if column.kind == REAL:
        return array("d", array("Q", words[0]).tobytes())
    if column.kind == BOOLEAN:
        return list(map(bool, words[0]))
    lowest = 0 if column.kind == UNSIGNED else -1 << 63
    values = words[0]
    if values and (min(values) < lowest or max(values) >= lowest + (1 << 64)):
        values = [(value - lowest) % (1 << 64) + lowest for value in values]
    if column.kind == ENUMERATION:
        return list(map(column.constants.get, values, values))
    return values


def without_missing(columns: Sequence[Column], parameters: list[Sequence[Any]]) -> list[Sequence[Any]]:
    """Replaces values that are missing by None."""
    bits = next((values for column, values in zip(columns, parameters) if column.kind == MISSING), ())
    if not any(bits):
        return parameters
    return [[None if bit >> i & 1 else value for bit, value in zip(bits, values)] for i, values in enumerate(parameters)]


@lru_cache(maxsize=65536)
def _text(*words: int) -> str:
    data = struct.pack("<4Q", *words)
    return decoded(data[1:1 + min(data[0] & 127, 31)]) + ("..." if data[0] & 128 else "")


def decoded(data: bytes) -> str:
    """Decodes UTF-8; U+FFFD replaces invalid bytes, as in the output of proxima."""
    return data.decode("utf-8", "replace")
