"""Timers and events for Python, in one call tree with C++, C, Fortran and MPI: proxima.h by ctypes."""

import ctypes
import numbers
import os
import pathlib
import sys

LIBRARY = "libproxima_measurement.so"


class _Timer(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("parameters", ctypes.c_char_p), ("group", ctypes.c_char_p),
                ("handle", ctypes.c_void_p)]


class _Event(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("handle", ctypes.c_void_p)]


def _loaded():
    """The library that the process has, perhaps of a measured library in C++ or Fortran."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            return next((line.split(None, 5)[5].rstrip("\n") for line in maps if LIBRARY in line), None)
    except OSError:
        return None


def _load():
    """Returns the library; None if no run is configured, or without the library."""
    loaded = _loaded()
    if not (loaded or os.environ.get("PROXIMA") or os.environ.get("PROXIMA_MEASUREMENT")):
        return None
    folder = pathlib.Path(__file__).resolve().parents[3]  # lib/python3/dist-packages/proxima
    installed = [*folder.glob(LIBRARY), *folder.glob(f"*-linux-gnu/{LIBRARY}"), *folder.parent.glob(f"lib64/{LIBRARY}")]
    for name in [loaded] if loaded else [*map(str, installed), LIBRARY]:
        try:
            return ctypes.PyDLL(name)  # keeps the interpreter's lock: a call takes nanoseconds
        except OSError as error:
            problem = error
    print(f"proxima: warning: timers of Python are not measured: {problem}", file=sys.stderr)
    return None


_library = False  # not looked for yet
_places = {}


def _find(kind, key, make):
    """Returns the place of the key, and makes it first where needed; None if nothing can be measured."""
    global _library  # pylint: disable=global-statement
    if _library is False:
        _library = _load()
    if _library is not None:
        _places[kind, key] = place = make()
        return place
    return None


def _real(value):
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return float("nan")


def _make_timer(name, parameters):
    texts = [("integer " if isinstance(value, numbers.Integral) else "real ") + key for key, value in parameters.items()]
    place = _Timer(name.encode(), ", ".join(texts).encode() or None, None, None)
    return ctypes.byref(place), ctypes.c_double * len(parameters)


class timer:  # pylint: disable=invalid-name
    """Measures a block: `with proxima.timer("solve", n=n):`. Parameters are numbers, at most 16."""

    __slots__ = ("_parameters", "_place")

    def __init__(self, name, /, **parameters):
        self._parameters = parameters
        key = (name, *parameters, *map(type, parameters.values()))
        self._place = _places.get((timer, key)) or _find(timer, key, lambda: _make_timer(name, parameters))

    def __enter__(self):
        if self._place is not None:
            _library.proxima_begin(self._place[0])
        return self

    def __exit__(self, *_):
        if self._place is not None:
            place, values = self._place
            _library.proxima_end_with(place, values(*map(_real, self._parameters.values())), len(self._parameters))


def trigger(name, value):
    """Counts a value of an event, such as a residual."""
    place = _places.get((trigger, name)) or _find(trigger, name, lambda: ctypes.byref(_Event(name.encode(), None)))
    if place is not None:
        _library.proxima_trigger(place, ctypes.c_double(_real(value)))
