"""Headers: which of their abstract classes are eligible, which get a proxy, and whether the proxies compile.

Headers are tried several at a time, because most of the cost is reading what they include. Whatever goes wrong with
several is tried again with half of them, down to one header and then one class.
"""
import json
import os
import re
import shutil
import tempfile

from sweeping.commands import first_error, run

COMPILERS = ("g++", "clang++-19")
WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def halves(entries):
    middle = len(entries) // 2
    return entries[:middle], entries[middle:]


def stem_of(header):
    return os.path.splitext(os.path.basename(header))[0]


def batches(entries, size):
    """Groups without preludes and with distinct file names: what one call of the generator can take."""
    groups = []
    open_group, stems = [], set()
    for entry in entries:
        stem = stem_of(entry["header"])
        if entry["preludes"]:
            groups.append([entry])
            continue
        if len(open_group) == size or stem in stems:
            groups.append(open_group)
            open_group, stems = [], set()
        open_group.append(entry)
        stems.add(stem)
    return groups + ([open_group] if open_group else [])


def port_of(found, header, explained):
    """The generator's entry for the class; it leaves inline namespaces out of names."""
    simple = found["name"].split("<")[0].split("::")[-1]
    for port in explained:
        same_name = port["name"].split("<")[0].split("::")[-1] == simple
        if same_name and port["line"] == found["line"] and os.path.realpath(port["file"]) == os.path.realpath(header):
            return port
    return None


class Checker:
    def __init__(self, scanner, generator, runtime, library_flags, flags, timeout):
        self.scanner = scanner  # knows how to find what a header needs before it
        self.generator = generator
        self.runtime = runtime
        self.library_flags = library_flags  # -isystem DIR ...
        self.flags = flags  # -std=..., and what stands behind -- on the command line
        self.timeout = timeout

    def check(self, entries):
        """The entries of the scan, each class with "constructible", "outcome" and "message" added."""
        directory = tempfile.mkdtemp(prefix="proxima-sweep-")
        try:
            self.probe(entries, directory)
            self.settle(entries, directory)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        return entries

    def limit(self, entries):
        return self.timeout * (1 + len(entries) // 4)

    def probe(self, entries, directory):
        """Asks a compiler whether a derived class can use the default constructor and the destructor."""
        source = os.path.join(directory, "probe.cpp")
        lines = [f'#include "{name}"' for entry in entries for name in entry["preludes"] + [entry["header"]]]
        at = {}
        for entry in entries:
            for found in entry["classes"]:
                lines.append(f"struct SweepProbe{len(lines)} : ::{found['name']} {{ SweepProbe{len(lines)}() {{}} }};")
                at[len(lines)] = found
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        for compiler in COMPILERS:
            unlimited = "-ferror-limit=0" if compiler.startswith("clang") else "-fmax-errors=0"
            command = [compiler, "-fsyntax-only", "-w", unlimited] + self.flags + self.library_flags + [source]
            outcome = run(command, self.limit(entries))
            errors = [line for line in outcome.err.splitlines() if "error: " in line]
            understood = outcome.ok or errors and all(line.startswith(source) for line in errors)
            if understood:
                break
        if not understood and len(entries) > 1:
            for half in halves(entries):
                self.probe(half, directory)
            return
        refused = {}
        for line in errors if understood else []:
            match = re.match(re.escape(source) + r":(\d+):.*error: (.*)", line)
            if match:
                refused.setdefault(int(match.group(1)), match.group(2))
        for number, found in at.items():
            found["constructible"] = number not in refused
            found["probe"] = refused.get(number, "")

    def settle(self, entries, directory):
        explained, outcome = self.generate(entries, [], directory)
        accepted = [] if explained is None else self.accept(entries, explained)
        failures = self.compile(entries, directory) if accepted and outcome.ok else {}
        good = explained is not None and not failures and (outcome.ok or not accepted)
        if good:
            for _, found, _ in accepted:
                found.update(outcome="compiled", message="")
        elif len(entries) > 1:
            for half in halves(entries):
                self.settle(half, directory)
        elif explained is None and self.add_prelude(entries[0], outcome.err):
            self.probe(entries, directory)
            self.settle(entries, directory)
        elif explained is None:
            for found in entries[0]["classes"]:
                found.update(outcome="generator", message=first_error(outcome.err))
        else:
            for entry, found, name in accepted:
                self.settle_one(entry, found, name, directory)

    def add_prelude(self, entry, messages):
        """For a header that parsed only because others stood before it."""
        if entry["preludes"] or "not parse" not in messages:
            return False
        preludes, _ = self.scanner.guess_prelude(entry["header"], [m for m in messages.splitlines() if "error: " in m])
        entry["preludes"] = preludes or []
        return bool(preludes)

    def settle_one(self, entry, found, name, directory):
        explained, outcome = self.generate([entry], ["--class", name], directory)
        if explained is None or not outcome.ok:
            found.update(outcome="generator", message=first_error(outcome.err))
            return
        failures = self.compile([entry], directory)
        if failures:
            found.update(outcome="uncompilable", message="; ".join(f"{c}: {e}" for c, e in failures.items()))
        else:
            found.update(outcome="compiled", message="")

    @staticmethod
    def accept(entries, explained):
        """Notes what the generator refused; the rest as (entry, class, the generator's name of it)."""
        accepted = []
        for entry in entries:
            for found in entry["classes"]:
                port = port_of(found, entry["header"], explained)
                if port is None:
                    found.update(outcome="missed", message="proxima-gen does not list it")
                elif port["status"] != "eligible":
                    found.update(outcome="refused", message=port["reason"])
                else:
                    accepted.append((entry, found, port["name"]))
        return accepted

    def generate(self, entries, options, directory):
        """(the classes explained, or None when there is no explanation; the outcome of the command)."""
        output = os.path.join(directory, "generated")
        explanation = os.path.join(directory, "explanation.json")
        shutil.rmtree(output, ignore_errors=True)
        if os.path.exists(explanation):
            os.remove(explanation)
        command = [self.generator, "-q", "-j1", "-o", output, "--explain", explanation] + options
        for prelude in entries[0]["preludes"]:
            command += ["--prelude", prelude]
        command += [entry["header"] for entry in entries]
        outcome = run(command + ["--"] + self.flags + self.library_flags, self.limit(entries))
        if not os.path.exists(explanation):
            return None, outcome
        with open(explanation, encoding="utf-8") as file:
            return json.load(file)["classes"], outcome

    def compile(self, entries, directory):
        """The first error of each compiler that fails, by compiler."""
        output = os.path.join(directory, "generated")
        source = os.path.join(output, "sweep_all.cpp")
        with open(source, "w", encoding="utf-8") as file:
            for entry in entries:
                file.write(f'#include "{stem_of(entry["header"])}.proxy.cpp"\n')
            file.write('#include "mastermind.cpp"\n')
        failures = {}
        for compiler in COMPILERS:
            command = [compiler, "-c", "-o", os.devnull] + self.flags + WARNINGS + self.library_flags
            outcome = run(command + ["-I", self.runtime, source], self.limit(entries))
            if not outcome.ok:
                failures[compiler] = first_error(outcome.err)
        return failures
