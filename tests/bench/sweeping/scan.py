"""Finds the abstract classes below a directory, many headers per parse."""
import json
import os

from sweeping.commands import run

QUERY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "classes.py")
SUFFIXES = (".h", ".hh", ".hpp", ".hxx", ".H")
STANDARD_HEADERS = ("cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "algorithm", "array", "atomic", "complex",
                    "fstream", "functional", "iostream", "list", "map", "memory", "set", "sstream", "stdexcept",
                    "string", "utility", "vector")


def headers_below(root, extensionless):
    found = []
    for directory, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            wanted = name.endswith(SUFFIXES) or (extensionless and "." not in name)
            if wanted:
                found.append(os.path.join(directory, name))
    return found


def query(headers, flags, timeout):
    """(errors, {header: classes}) of one parse of all the headers together."""
    outcome = run(["/usr/bin/python3", QUERY] + headers + ["--"] + flags, timeout)
    if not outcome.ok:
        return [outcome.err.strip().splitlines()[-1] if outcome.err.strip() else "libclang stopped"], {}
    answer = json.loads(outcome.out)
    return answer["errors"], answer["classes"]


def write_standard_prelude(directory):
    path = os.path.join(directory, "standard_prelude.hpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#pragma once\n" + "".join(f"#include <{name}>\n" for name in STANDARD_HEADERS))
    return path


class Scanner:
    def __init__(self, flags, standard_prelude, timeout):
        self.flags = flags
        self.standard_prelude = standard_prelude
        self.timeout = timeout

    def scan(self, headers):
        """One record per header: {"header", "classes"} or {"header", "error"}; a parse with errors is split in two."""
        errors, classes = query(headers, self.flags, self.timeout * (1 + len(headers) // 10))
        if not errors:
            return [{"header": header, "classes": classes[header], "preludes": []} for header in headers]
        if len(headers) > 1:
            middle = len(headers) // 2
            return self.scan(headers[:middle]) + self.scan(headers[middle:])
        return [self.scan_with_prelude(headers[0], errors)]

    def scan_with_prelude(self, header, errors):
        """A header that needs others before it: the standard library's, then a neighbour's that includes it."""
        guesses = [[self.standard_prelude]] + [[neighbour] for neighbour in includers(header)]
        for preludes in guesses:
            flags = self.flags + [f"--prelude={prelude}" for prelude in preludes]
            more, classes = query([header], flags, self.timeout)
            if not more:
                return {"header": header, "classes": classes[header], "preludes": preludes}
        return {"header": header, "error": errors[0]}


def includers(header, most=2):
    """Headers in the same directory that include this one."""
    name = os.path.basename(header)
    found = []
    for neighbour in headers_below(os.path.dirname(header), False):
        if len(found) == most:
            break
        if neighbour != header and os.path.dirname(neighbour) == os.path.dirname(header):
            with open(neighbour, encoding="utf-8", errors="replace") as file:
                if any(line.lstrip().startswith("#") and "include" in line and f"{name}" in line for line in file):
                    found.append(neighbour)
    return found
