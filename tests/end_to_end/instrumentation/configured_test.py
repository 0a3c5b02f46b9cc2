"""Parameters that CONFIG gives to functions of instrumented sources.

    configured_test.py PROXIMA GENERATOR LIBRARIES BUILD SOURCE C++_COMPILER
"""

import json
import os
import shutil
import unittest

import programs
import proxima

GENERATOR, LIBRARIES, BUILD, _, CXX = programs.ARGUMENTS
LINK = [f"-L{LIBRARIES}", "-lproxima_measurement", f"-Wl,-rpath,{LIBRARIES}"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]
HEADER = """#pragma once
#include <vector>
struct Cells {
    std::vector<double> values;
    int limit;
    std::size_t count() const { if (limit == 2) { throw 2; } return values.size(); }
};
template <class T> int sum(const std::vector<T>& all, char c) { int s = c; for (const T& one : all) { s += one; } return s; }
"""
SOURCE = """#include "cells.h"
namespace {
class Solver {
public:
    explicit Solver(int order) : order_(order) {}
    int solve(const Cells& cells, double* work, int n) {
        for (int i = 0; i < n; ++i) { work[i] = cells.limit; }
        order_ += 1;
        return n;
    }
    int solve(int n) const { for (int i = 0; i < n; ++i) { n -= 1; } return n; }
private:
    int order_;
};
}
int main() {
    double work[9];
    Solver solver(5);
    for (int i = 1; i < 4; ++i) { solver.solve({std::vector<double>(i, 1.0), i}, work, i); }
    auto twice = [&](int k) { for (int i = 0; i < k; ++i) { solver.solve(i); } return 0; };
    twice(2);
    return sum(std::vector<int>{1, 2}, 'a') - 100;
}
"""
PARAMETERS = {
    "*Solver::solve": {"never": "nothing"},  # a later rule holds
    "(anonymous namespace)::Solver::solve(const Cells &, double *, int)": {
        "count": "cells.count()", "size": "cells.values.size() * 2", "order": "target.order_", "half": "n / 2.0",
        "big": "cells.limit > 2"},
    "*::Solver::solve(int)": {},
    "main::lambda:20": {"k": "k + 1"},
    "sum": {"items": "all.size()", "first": "all.front() + 0.5"},
}


class Configured(unittest.TestCase):
    def setUp(self):
        self.folder = programs.fresh_folder(self.addCleanup)
        (self.folder / "cells.h").write_text(HEADER)
        (self.folder / "planted.cpp").write_text(SOURCE)

    def configure(self, parameters):
        (self.folder / "config.json").write_text(json.dumps({"parameters": parameters}, indent=1))

    def compile(self, *command, status=0):
        return programs.run(self.folder, GENERATOR, "compile", "--config", "config.json", *command, status=status)

    def records(self, name, *columns, run="run"):
        rows = proxima.Run(self.folder / run).records(name)
        values = [tuple(getattr(row, column) for column in columns) for row in rows]
        return [row for row in values if set(row) != {None}]  # overloads have one name

    def check_values(self, run="run"):
        method = "function.(anonymous namespace)::Solver::solve"
        self.assertEqual(self.records(method, "count", "size", "order", "half", "big", run=run),
                         [(1, 2, 5, 0.5, False), (None, 4, 6, 1.0, False), (3, 6, 7, 1.5, True)])
        self.assertEqual(self.records("function.main::lambda:20", "k", run=run), [(3,)])
        self.assertEqual(self.records("function.sum", "items", "first", run=run), [(2, 1.5)])

    def test_records_expressions_over_arguments_and_the_object(self):
        self.configure(PARAMETERS)
        for compiler in filter(None, (CXX, shutil.which("clang++-19"))):
            done = self.compile("--small=0", compiler, "-std=c++17", *STRICT, "-O2", "-c", "planted.cpp")
            self.assertEqual(done.stderr, "")
            programs.run(self.folder, CXX, "planted.o", "-o", "program", *LINK)
            shutil.rmtree(self.folder / "run", ignore_errors=True)
            programs.measure(self.folder, "./program", "run")
            self.check_values()

    def test_c_without_exceptions_and_old_cxx(self):
        (self.folder / "old.c").write_text(
            "struct grid { int nx, ny; };\n"
            "static int walk(const struct grid *g, int n) { int i, s = 0; for (i = 0; i < g->nx; ++i) { s += n; } return s; }\n"
            "int main(void) { struct grid g = {3, 4}; return walk(&g, 2) - 6; }\n")
        self.configure({"walk": {"cells": "g->nx * g->ny", "log": "__builtin_log2(n)"}})
        for number, words in enumerate((["gcc", "-std=c90", "-Wdeclaration-after-statement"],
                                        [CXX, "-xc++", "-std=c++98", "-fno-exceptions"])):
            self.compile(*words, *STRICT, "-c", "old.c")
            programs.run(self.folder, CXX, "old.o", "-o", "program", *LINK)
            programs.measure(self.folder, "./program", f"run{number}")
            self.assertEqual(self.records("function.walk", "cells", "log", run=f"run{number}"), [(12, 1.0)])

    def test_refuses_expressions_that_do_not_fit(self):
        method = "*::Solver::solve(const Cells &, double *, int)"
        for expression, words in {"cells.coun()": "no member named 'coun' in 'Cells'", "n": None, "n = 3": "", "++n": "",
                                  "work": "has the type 'double *", "m": "undeclared identifier 'm'.*arguments of .*solve",
                                  "order_": "order_", "(n": "brackets", "n // cells": "//", "cells.values.clear()": "",
                                  "result": "result", "target.order_ = 3": "assigns"}.items():
            self.configure({method: {"x": expression}})
            done = self.compile("--small=0", CXX, "-c", "planted.cpp", status=0 if words is None else 1)
            if words is not None:
                self.assertRegex(done.stderr, rf"\Aconfig\.json:4:\d+: error: .*{words}.*\n\Z", expression)
        self.configure({"main::lambda:20": {"x": {"after": "k"}}})
        self.assertIn("are read when it begins", self.compile(CXX, "-c", "planted.cpp", status=1).stderr)
        self.configure({"sum": {f"x{i}": "1" for i in range(8)}})
        self.assertIn("more than 7 parameters", self.compile(CXX, "-c", "planted.cpp", status=1).stderr)
        (self.folder / "config.json").write_text('{"parameter": {}}')
        self.assertIn('unknown key "parameter"', self.compile(CXX, "-c", "planted.cpp", status=1).stderr)

    def test_cmake_passes_it_and_builds_again_when_it_changes(self):
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(planted CXX)\n"
            "find_package(Proxima REQUIRED COMPONENTS Runtime Generator)\nadd_executable(planted planted.cpp)\n"
            "proxima_instrument(TARGET planted CONFIG config.json SMALL 0)\n")
        self.configure({"sum": {"n": "1"}})
        programs.run(self.folder, "cmake", "-B", "build", f"-DProxima_DIR={BUILD}", f"-DCMAKE_CXX_COMPILER={CXX}")
        programs.run(self.folder, "cmake", "--build", "build")
        self.configure(PARAMETERS)
        status = (self.folder / "config.json").stat()
        os.utime(self.folder / "config.json", (status.st_atime + 2, status.st_mtime + 2))
        programs.run(self.folder, "cmake", "--build", "build")
        programs.measure(self.folder, "build/planted", "run")
        self.check_values()


programs.main()
