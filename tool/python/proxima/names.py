"""Names of methods, and the patterns that select them, as in `proxima records`."""

from __future__ import annotations

import fnmatch
from functools import lru_cache
from typing import Iterable

from .files import CallPath, Method


def _parameter_types(method: Method) -> str:
    begin = method.signature.find(method.name + "(")
    depth = 0
    for at in range(begin + len(method.name), len(method.signature) if begin >= 0 else 0):
        depth += {"(": 1, ")": -1}.get(method.signature[at], 0)
        if depth == 0:
            return method.signature[begin + len(method.name):at + 1]
    return ""


class Names:
    """Names of all methods of a run; the types of their parameters distinguish overloads."""

    def __init__(self, methods: Iterable[Method]):
        signatures: dict[tuple[str, str], set[str]] = {}
        for method in methods:
            signatures.setdefault(method[:2], set()).add(method.signature)
        self._overloaded = {key for key, of_key in signatures.items() if len(of_key) > 1}

    def of_method(self, method: Method) -> str:
        return method.name + (_parameter_types(method) if method[:2] in self._overloaded else "")

    def of_path(self, path: CallPath) -> str:
        return f"{path.instance}.{self.of_method(path.method)}"


def as_step(name: str) -> str:
    """The name as a step of a call path, in which semicolons separate steps."""
    return name.replace(";", ":")


def selects(wanted: str, name: str) -> bool:
    """True if `wanted` is the name, its end after `::` or `.`, or a glob of either."""
    pattern = wanted.replace("[", "[[]")
    return any(fnmatch.fnmatchcase(name, before + pattern) for before in ("", "*::", "*."))


@lru_cache(maxsize=65536)
def is_selected(wanted: tuple[str, ...], instance: str, port: str, method: str) -> bool:
    """True if one of `wanted` names `instance.method`, `port::method` or the end of these, or if `wanted` is empty."""
    names = f"{instance}.{method}", f"{port}::{method}"
    return not wanted or any(selects(one, name) for one in wanted for name in names)
