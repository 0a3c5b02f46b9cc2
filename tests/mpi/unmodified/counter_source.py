"""Writes the source of a library that counts the calls of every routine that an MPI library has, by the names in its symbol
table alone: it knows no prototype, and so shares nothing with the wrappers of Proxima. For x86-64.

Usage: counter_source.py LIBMPI SOURCE.cpp
"""

import subprocess
import sys

BEGIN = """// Counts and jumps on. What was counted is written at exit to a file in the directory $MPI_ROUTINE_COUNTS.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

extern "C" unsigned long routine_counts[];
static const char* const routine_names[] = {
"""

END = """
__attribute__((destructor)) static void write_counts() {
    const char* const directory = std::getenv("MPI_ROUTINE_COUNTS");
    if (directory == nullptr) {
        return;
    }
    std::string text;
    unsigned long index = 0;
    for (const char* const name : routine_names) {
        const unsigned long count = routine_counts[index++];
        if (count != 0) {
            text += name + (' ' + std::to_string(count)) + '\\n';
        }
    }
    if (text.empty()) {
        return;
    }
    const std::string path = directory + ('/' + std::to_string(getpid()));
    if (std::FILE* const file = std::fopen(path.c_str(), "w")) {
        std::fputs(text.c_str(), file);
        std::fclose(file);
    }
}
"""


def routines(library):
    """The routines that have a second name for those who stand between: MPI_Send, PMPI_Send."""
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1].split("@")[0] for line in symbols.splitlines()}
    return sorted(name for name in names if name.startswith("MPI_") and "P" + name in names)


def main(library, path):
    names = routines(library)
    assert len(names) > 300, (library, len(names))
    assembly = [".data", ".globl routine_counts", ".hidden routine_counts", ".balign 8", "routine_counts:",
                f".skip {8 * len(names)}", ".text"]
    for index, name in enumerate(names):
        assembly += [f".globl {name}", f".type {name}, @function", f"{name}:",
                     f"lock incq routine_counts+{8 * index}(%rip)", f"jmp P{name}@PLT"]
    with open(path, "w") as source:
        source.write(BEGIN + "".join(f'    "{name}",\n' for name in names) + "};\n\n")
        source.write("asm(" + "\n    ".join(f'"{line}\\n"' for line in assembly) + ");\n" + END)


main(*sys.argv[1:])
