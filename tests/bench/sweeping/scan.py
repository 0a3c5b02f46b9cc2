"""Finds the abstract classes below a directory, many headers per parse."""
import itertools
import json
import os
import re

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
    def __init__(self, roots, flags, standard_prelude, timeout):
        self.roots = roots
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
        preludes, classes = self.guess_prelude(header, errors)
        if preludes is None:
            return {"header": header, "error": errors[0]}
        return {"header": header, "classes": classes, "preludes": preludes}

    def guess_prelude(self, header, errors):
        """Headers that this one needs before it, found by trying, and its classes; (None, []) when none helps."""
        guesses = [[self.standard_prelude]]
        guesses += [[neighbour] for neighbour in includers(self.roots, header) + definers(self.roots, unknown_names(errors))]
        for preludes in guesses:
            flags = self.flags + [f"--prelude={prelude}" for prelude in preludes]
            more, classes = query([header], flags, self.timeout)
            if not more:
                return preludes, classes[header]
        return None, []


def lines_of(header):
    with open(header, encoding="utf-8", errors="replace") as file:
        return file.readlines()


def includers(roots, header, most=4):
    """Headers that include this one, those in its own directory first."""
    directive = re.compile(r'\s*#\s*include\s*[<"]([^>"]*/)?' + re.escape(os.path.basename(header)) + r'[>"]')
    directory = os.path.dirname(header)
    neighbours = [os.path.join(directory, name) for name in sorted(os.listdir(directory)) if name.endswith(SUFFIXES)]
    everywhere = itertools.chain(neighbours, *(headers_below(root, False) for root in roots))
    found = (h for h in everywhere if h != header and any(directive.match(line) for line in lines_of(h)))
    return list(itertools.islice(dict.fromkeys(itertools.islice(found, 2 * most)), most))


def unknown_names(errors):
    return {name for error in errors if "unknown type name" in error or "undeclared" in error or "no template" in error
            for name in re.findall(r"'(\w+)'", error)}


def definers(roots, names, most=4):
    """Headers that define the macros or classes of these names."""
    if not names:
        return []
    either = "|".join(sorted(names))
    definition = re.compile(rf"\s*(#\s*define\s+({either})\b|(class|struct|typedef)\b[^;]*\b({either})\b)")
    found = (h for root in roots for h in headers_below(root, False) if any(definition.match(l) for l in lines_of(h)))
    return list(itertools.islice(found, most))
