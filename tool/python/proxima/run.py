"""A run directory, as runtime/probe/format/FORMAT.md describes it."""

from __future__ import annotations

import difflib
import json
import os
import re
from functools import cached_property
from typing import Any, Optional

from .call_graph import CallGraph, add_json, add_records
from .errors import Error
from .names import Names, is_selected
from .records import Records
from .threads import ThreadReader

MOST_PROBLEMS = 10


def _identity(path: Any) -> tuple[str, str, str]:
    return path.instance, path.method.port, path.method.name


class Run:
    """A run that has ended, was killed, or still goes on. Properties read the present content of its files.

    `path` is the run directory or a file in it. Damaged files raise an Error; `skip_damage` leaves damaged parts out and lists
    them in `problems`."""

    def __init__(self, path: str | os.PathLike[str], *, skip_damage: bool = False):
        self.path = os.fspath(path)
        if os.path.isfile(self.path):
            self.path = os.path.dirname(self.path) or "."
        self.skip_damage = skip_damage
        self.problems: list[str] = []
        if not any(os.path.exists(self._file(name)) for name in ("run.json", "callgraph.json", "records")):
            raise Error(path, "is not a run directory: it has no run.json, no callgraph.json and no records/"
                        if os.path.exists(path) else "no such file or directory")

    def __repr__(self) -> str:
        return f"proxima.Run({self.path!r})"

    @cached_property
    def info(self) -> dict[str, Any]:
        """run.json: program, machine, times and losses of the run. Empty if it is damaged and `skip_damage` is set."""
        try:
            return self._checked_info(self._json("run.json"))
        except Error as error:
            self._complain(error)
            return {}

    @property
    def is_complete(self) -> bool:
        """True if the run has ended cleanly."""
        return bool(self.info.get("complete"))

    @cached_property
    def mpi(self) -> Optional[dict[str, Any]]:
        """mpi.json: the MPI statistics of the ranks, times in microseconds; None if the run has none."""
        return self._json("mpi.json") if os.path.exists(self._file("mpi.json")) else None

    @cached_property
    def call_graph(self) -> CallGraph:
        """The call graph of all ranks and of each rank; from the records if the run has not written it."""
        graph = CallGraph()
        name = "callgraph.json"
        if os.path.exists(self._file(name)):
            content = self._json(name)
            try:
                add_json(graph, content)
            except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
                raise Error(self._file(name), f"is not a call graph: {type(error).__name__}: {error}") from None
        else:
            threads = self._threads()
            add_records(graph, threads, self._names(threads))
        return graph

    def records(self, *methods: str) -> Records:
        """The records of all methods, or of those named: `instance.method`, `port::method`, the end of these, or a glob."""
        threads = self._threads()
        if not threads:
            raise Error(self._file("records"), "holds no records (was the run measured with records=off?)")
        paths = [path for thread in threads for path in thread.definitions.paths[1:]]
        for wanted in methods:
            if not any(is_selected((wanted,), *_identity(path)) for path in paths):
                self._refuse(wanted, paths)
        return Records(self.path, threads, lambda path: is_selected(methods, *_identity(path)), self._names(threads))

    def _file(self, *name: str) -> str:
        return os.path.join(self.path, *name)

    def _complain(self, error: Error) -> None:
        if not self.skip_damage:
            raise error
        if str(error) not in self.problems and len(self.problems) <= MOST_PROBLEMS:
            self.problems.append(str(error) if len(self.problems) < MOST_PROBLEMS else
                                 str(Error(self.path, "has further problems, which are not listed")))

    def _json(self, name: str) -> dict[str, Any]:
        try:
            with open(self._file(name), encoding="utf-8", errors="replace") as file:
                content = json.load(file)
        except OSError as error:
            raise Error(self._file(name), error.strerror or str(error)) from None
        except json.JSONDecodeError as error:
            raise Error(f"{self._file(name)}:{error.lineno}", f"not JSON: {error.msg}") from None
        except (RecursionError, ValueError) as error:
            raise Error(self._file(name), f"not JSON that can be read: {error}") from None
        if not isinstance(content, dict):
            raise Error(self._file(name), "expected an object at the top")
        found = content.get("proxima", {}) if name.startswith("callgraph") else content
        if isinstance(found, dict) and found.get("format", 1) != 1:
            raise Error(self._file(name), f"has format {found['format']}, this module reads 1; use a newer one")
        return content

    def _checked_info(self, info: dict[str, Any]) -> dict[str, Any]:
        """Checks the members that reading records relies on."""
        clock = info.get("clock", {})
        moments = [clock.get(when) or {} for when in ("start", "end")] if isinstance(clock, dict) else [None]
        if not all(isinstance(moment, dict) and all(isinstance(moment.get(key, 0), int) for key in
                                                    ("ticks", "monotonic_ns", "realtime_ns")) for moment in moments):
            raise Error(self._file("run.json"), "`clock` is not the clock of a run")
        needed = [moment.get(key) for moment in moments for key in ("ticks", "monotonic_ns")]
        rate = clock.get("ticks_per_second")
        if info.get("complete") and (None in needed or not isinstance(rate, (int, float)) or not 1 <= rate <= 1e15):
            raise Error(self._file("run.json"), "`clock` lacks its rate, start or end, though the run is complete")
        if not isinstance(info.get("records", 0), int):
            raise Error(self._file("run.json"), "`records` is not a number")
        return info

    def _listed(self, directory: str) -> list[str]:
        try:
            return sorted(os.listdir(directory))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Error(directory, error.strerror or str(error)) from None

    def _threads(self) -> list[ThreadReader]:
        """The readers of all threads, sorted by rank and number, after they have read their definitions."""
        found: dict[tuple[int, int], dict[str, str]] = {}
        directory = self._file("records")
        for name in self._listed(directory):
            if match := re.fullmatch(r"(\d+)-(\d+)\.(rec|buffer)", name, re.ASCII):
                found.setdefault((int(match[1]), int(match[2])), {})[match[3]] = os.path.join(directory, name)
        threads = [ThreadReader(of.get("rec"), of.get("buffer"), rank, self.info, self._complain)
                   for (rank, _), of in sorted(found.items())]
        count = sum(thread.define() for thread in threads)
        missing = self.info.get("records", 0) - count if self.is_complete and not self.problems else 0
        if missing > 0:
            self._complain(Error(directory, f"{missing} of {self.info['records']} records are missing; was a file of it deleted?"))
        return threads

    @staticmethod
    def _names(threads: list[ThreadReader]) -> Names:
        return Names(method for thread in threads for method in thread.definitions.methods)

    def _refuse(self, wanted: str, paths: list[Any]) -> None:
        known = sorted({f"{path.instance}.{path.method.name}" for path in paths})
        near = difflib.get_close_matches(wanted, known, cutoff=0.4) or known[:3]
        raise Error(self.path, f"no recorded method is `{wanted}`; did you mean {' or '.join(f'`{name}`' for name in near)}?")
