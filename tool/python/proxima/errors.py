"""Exceptions of this module."""

from __future__ import annotations

import os


class Error(Exception):
    """Raised if a run cannot be read. Its text is one line: FILE: error: WHAT, AND WHAT TO DO."""

    def __init__(self, file: str | os.PathLike[str], problem: str):
        line = f"{os.fspath(file)}: error: {problem}"
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


class Damage(Exception):
    """Damage at a byte of the file being read; becomes an Error where the file is known."""

    def __init__(self, offset: int, problem: str):
        super().__init__(f"byte {offset}: {problem}")
