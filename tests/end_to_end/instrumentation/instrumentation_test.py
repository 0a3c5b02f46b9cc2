"""Sources compiled by proxima-gen compile: what is measured, and that nothing else changes.

    instrumentation_test.py PROXIMA GENERATOR LIBRARIES BUILD SOURCE C++_COMPILER
"""

import collections
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import programs
import proxima

GENERATOR, LIBRARIES, BUILD, SOURCE, CXX = programs.ARGUMENTS
HERE = pathlib.Path(__file__).parent
LINK = [f"-L{LIBRARIES}", "-lproxima_measurement", f"-Wl,-rpath,{LIBRARIES}"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]
FUNCTIONS = {"function.ns::Flux::Flux": 4, "function.ns::Flux::compute": 3, "function.sum": 2, "function.may_throw": 6,
             "function.main::lambda:89": 2, "function.jumps": 1, "function.in_header": 1}
LOOPS = {"loop.ns::Flux::Flux:24": 4, "loop.ns::Flux::compute:30": 3, "loop.sum:43": 2, "loop.may_throw:58": 6,
         "loop.main:80": 1, "loop.main:85": 1, "loop.main::lambda:89:91": 2, "loop.in_header:6": 1}


UNITS = """static __inline__ __attribute__((always_inline)) void work(long units) {
    unsigned long value = 1; long i;
    for (i = 0; i < units; ++i) { value *= 6364136223846793005UL; __asm__ volatile("" : "+r"(value)); }
}
"""
SAMPLED = {
    "timed.c": UNITS + """#include <proxima.h>
void measured(long n);
static proxima_timer region = PROXIMA_TIMER("region");
static __attribute__((noinline)) void four(long n) { work(4 * n); }
static __attribute__((noinline)) void timed(long n) {
    proxima_begin(&region); four(n); work(n); proxima_end(&region); __asm__ volatile("");
}
static __attribute__((noinline)) void caller(long n) { measured(n); timed(n); __asm__ volatile(""); }
int main(void) { int i; for (i = 0; i < 40; ++i) { caller(400000); } return 0; }
""",
    "measured.c": UNITS + """static __attribute__((noinline)) void five(long n) { work(5 * n); }
void measured(long n) { five(n); work(3 * n); }
"""}


class Instrumentation(unittest.TestCase):
    def setUp(self):
        self.folder = programs.fresh_folder(self.addCleanup)
        for name in ("planted.cpp", "planted.c", "planted.h"):
            shutil.copy(HERE / name, self.folder)

    def compile(self, *command, status=0):
        return programs.run(self.folder, GENERATOR, "compile", *command, status=status)

    def calls(self, object_file="planted.o", name="run"):
        """Runs the program of the object file, and compares its output with the plain one's."""
        programs.run(self.folder, CXX, object_file, "-o", "program", *LINK)
        programs.measure(self.folder, "./program", name)
        calls = collections.Counter()
        for node in proxima.Run(self.folder / name).call_graph:
            calls[node.name] += node.calls
        return dict(calls)

    def output(self, object_file, *link):
        programs.run(self.folder, CXX, object_file, "-o", "one", *link)
        return programs.run(self.folder, "./one").stdout

    def test_counts_functions_and_loops_without_warnings(self):
        done = self.compile("-v", "--loops", "--", CXX, "-std=c++17", *STRICT, "-O2", "-g", "-c", "planted.cpp")
        self.assertIn("ns::Flux::small: small", done.stderr)
        for refused in ("constant: constexpr", "made_by_macro: inside a macro", "main: main"):
            self.assertIn("left out  " + refused, done.stderr)
        self.assertEqual(self.calls(), {**FUNCTIONS, **LOOPS})
        programs.run(self.folder, CXX, "-std=c++17", "-c", "planted.cpp", "-o", "plain.o")
        self.assertEqual(self.output("planted.o", *LINK), self.output("plain.o"))

    def test_records_parameters(self):
        programs.run(self.folder, GENERATOR, "--inside", CXX, "-c", "planted.cpp")  # the same as compile
        self.calls()
        records = proxima.Run(self.folder / "run").records
        self.assertEqual([(one.n, one.mode, one.factor) for one in records("function.ns::Flux::compute")],
                         [(1, 1, 0.5), (2, 1, 0.5), (3, 1, 0.5)])

    def test_loops_record_what_nothing_hides_of_the_function(self):
        (self.folder / "loops.cpp").write_text("""int f(int n, int m, const int& r) {
    int s = r;
    n += 10;
    for (int i = 0; i < n; ++i) {
        s += m;
    }
    {
        const char* m = "hides";
        while (n > 0) {
            s += *m;
            --n;
        }
    }
    return s;
}
int main() { return f(1, 2, 5) != 0 && f(3, 4, 6) != 0 ? 0 : 1; }
""")
        self.compile("--loops", "--", CXX, *STRICT[:3], "-Werror", "-c", "loops.cpp")
        self.calls("loops.o")
        records = proxima.Run(self.folder / "run").records
        self.assertEqual([one.n for one in records("loop.f:4")], [11, 13])
        self.assertEqual([one.n for one in records("loop.f:9")], [11, 13])
        self.assertFalse(any(hasattr(one, hidden) for one in records("loop.f:4") for hidden in "mr"))
        self.assertEqual([one.r for one in records("function.f")], [5, 6])
        (self.folder / "config.json").write_text('{"parameters": {"f": {"twice": "2 * n"}}}')
        self.compile("--loops", "--config", "config.json", "--", CXX, "-c", "loops.cpp")
        self.calls("loops.o", "run2")
        self.assertEqual([hasattr(one, "n") for one in proxima.Run(self.folder / "run2").records("loop.f:4")], [False, False])

    def test_defaulted_functions_have_no_body(self):
        (self.folder / "defaulted.cpp").write_text("struct S { S(); ~S(); int n; };\nS::S() : n(0) { n = 1; }\nS::~S() = default;\n"
                                                   "int main() { return S().n - 1; }\n")
        said = self.compile("-v", "--small=0", "--", CXX, "-c", "defaulted.cpp").stderr
        self.assertIn("1 measured, 1 left out", said)
        self.assertNotIn("not found", said)

    def test_clang(self):
        clang = shutil.which("clang++-19")
        if clang is None:
            self.skipTest("there is no clang++-19")
        self.compile("--loops", "--", clang, "-std=c++17", *STRICT, "-O2", "-c", "planted.cpp")
        self.assertEqual(self.calls(), {**FUNCTIONS, **LOOPS})

    def test_c(self):
        self.compile("--loops", "--", "gcc", "-std=c90", "-Wall", "-Wextra", "-Wdeclaration-after-statement", "-Werror", "-c",
                     "planted.c")
        self.assertEqual(self.calls(), {"function.collatz": 10, "loop.collatz:9": 10, "loop.main:18": 1})
        programs.run(self.folder, "gcc", "-c", "planted.c", "-o", "plain.o")
        self.assertEqual(self.output("planted.o", *LINK), self.output("plain.o"))

    def test_selects(self):
        self.compile("--functions", "ns::*", "--functions", "ns::Flux::small", CXX, "-c", "planted.cpp")
        self.assertEqual(self.calls(), {"function.ns::Flux::Flux": 4, "function.ns::Flux::compute": 3,
                                        "function.ns::Flux::small": 4})
        self.compile("--files=planted.h", CXX, "-c", "planted.cpp")
        self.assertEqual(self.calls(name="run2"), {"function.in_header": 1})
        graph = self.folder / "run2/callgraph.json"
        graph.write_text(re.sub(r'"time":[0-9.e-]+', '"time":9.0', graph.read_text()))
        self.compile("--from=run2", CXX, "-c", "planted.cpp")
        self.assertEqual(self.calls(name="run3"), {"function.in_header": 1})
        graph.write_text(graph.read_text().replace("proxima::source::function", "proxima::source::loop")
                         .replace('"in_header"', '"in_header:6"'))  # a hot loop makes its function hot
        self.compile("--from=run2", CXX, "-c", "planted.cpp")
        self.assertEqual(self.calls(name="run4"), {"function.in_header": 1})

    def test_failures_are_seen_where_ends_of_children_are_ignored(self):
        (self.folder / "wrong.c").write_text("int f(void) { return missing; }\n")
        command = f"trap '' CHLD; exec {GENERATOR} compile gcc -c wrong.c"
        self.assertNotEqual(subprocess.run(["sh", "-c", command], cwd=self.folder, check=False, stderr=subprocess.DEVNULL).returncode, 0)

    def test_samples_end_at_the_measured_function_or_timer(self):
        """measured() does 5 and 3 of 8 parts of its work in callees; the region in timed() has 4 and 1 of 5."""
        for name, text in SAMPLED.items():
            (self.folder / name).write_text(text)
        include = f"-I{SOURCE}/runtime/probe/measurement/include"
        programs.run(self.folder, "gcc", "-O2", "-g", include, "-c", "timed.c")
        self.compile("--functions", "measured", "gcc", "-O2", "-g", "-c", "measured.c")
        programs.run(self.folder, "gcc", "timed.o", "measured.o", "-o", "program", *LINK)
        programs.measure(self.folder, "./program", "run", configuration="sample=200us")
        report = programs.run(self.folder, programs.PROXIMA, "report", "run", "--inside", "*", "--json").stdout
        inside = {one["name"]: one for one in json.loads(report)["methods"]}
        for method, shares in {"function.measured": {"measured": 1, "work": 1, "five": 5 / 8},
                               "default.region": {"timed": 1, "work": 1, "four": 4 / 5}}.items():
            count = inside[method]["samples"]
            found = {one["name"]: one["samples_with_callees"] / count for one in inside[method]["functions"]}
            self.assertLessEqual(shares.keys(), found.keys(), method)
            self.assertFalse(found.keys() & {"caller", "main"}, method)  # the walk ends below them
            for name, share in shares.items():
                deviation = math.sqrt(share * (1 - share) / count)
                self.assertLessEqual(abs(found[name] - share), 4 * deviation + 0.03, (method, name, count))

    def test_functions_that_pthread_exit_leaves_are_lost_aloud(self):
        (self.folder / "left.c").write_text(
            "#include <pthread.h>\n"
            "void *work(void *n) { ++*(int *)n; pthread_exit(0); }\n"
            "void *whole(void *n) { ++*(int *)n; return 0; }\n"
            "int main(void) { int i, n = 0; pthread_t one; for (i = 0; i < 8; ++i) {\n"
            "    pthread_create(&one, 0, i < 3 ? work : whole, &n); pthread_join(one, 0); } return n != 8; }\n")
        self.compile("--functions", "work", "--functions", "whole", "gcc", "-O2", "-c", "left.c")
        self.assertEqual(self.calls("left.o").get("function.whole"), 5)
        losses = json.loads((self.folder / "run" / "run.json").read_text())["losses"]
        self.assertEqual(losses, {"invocations": 3, "reasons": ["3 left by longjmp or pthread_exit"]})

    def test_dear_functions_are_switched_off_unless_told_otherwise(self):
        (self.folder / "dear.c").write_text(
            "int tiny(volatile int *n) { return ++*n; }\n"
            "int work(volatile int *n) { for (int i = 0; i < 100000; ++i) { tiny(n); } return *n; }\n"
            "int main(void) { volatile int n = 0; for (int i = 0; i < 200; ++i) { work(&n); } return n != 20000000; }\n")
        self.compile("--functions", "tiny", "--functions", "work", "gcc", "-O2", "-fno-inline", "-c", "dear.c")
        calls = self.calls("dear.o")
        self.assertEqual(calls["function.work"], 200)
        self.assertLess(calls["function.tiny"], 20_000_000)
        report = programs.run(self.folder, programs.PROXIMA, "report", "run").stdout
        self.assertRegex(report, r"budget +5.0% more processor time(, exceeded:[^;]*)?\s+besides[^;]*;\s+function.tiny\s+cost \d")
        self.assertIn("off at the end", " ".join(report.split()))
        programs.measure(self.folder, "./program", "run2", configuration="overhead=off")
        calls = {node.name: node.calls for node in proxima.Run(self.folder / "run2").call_graph}
        self.assertEqual(calls, {"function.work": 200, "function.tiny": 20_000_000})
        self.assertNotIn("budget", programs.run(self.folder, programs.PROXIMA, "report", "run2").stdout)

    def test_functions_of_each_part_of_a_program_are_lowered_within_some_full_buffers(self):
        parts, calls = range(12), 500_000
        (self.folder / "parts.c").write_text(
            "".join(f"int part{i}(volatile int *n) {{ return ++*n; }}\n" for i in parts) +
            "int main(void) { volatile int n = 0; int i;\n" +
            "".join(f"    for (i = 0; i < {calls}; ++i) {{ part{i}(&n); }}\n" for i in parts) +
            f"    return n != {calls * len(parts)}; }}\n")
        self.compile("--functions", "part*", "--small", "0", "gcc", "-O2", "-fno-inline", "-c", "parts.c")
        self.assertLess(sum(self.calls("parts.o").values()), calls * len(parts) / 8)

    def test_a_program_with_more_rights_than_its_user_is_not_measured(self):
        self.compile(CXX, "-c", "planted.cpp")
        programs.run(self.folder, CXX, "planted.o", "-o", "program", *LINK)
        expected = programs.run(self.folder, "./program").stdout
        if os.geteuid() != 0:
            self.skipTest("needs root, to give a program its rights")
        (self.folder / "program").chmod(0o4755)
        self.folder.chmod(0o777)
        done = subprocess.run(["./program"], cwd=self.folder, user=65534, env={"PROXIMA": "output=run"}, capture_output=True,
                              text=True, check=True)
        self.assertEqual(done.stdout, expected)
        self.assertRegex(done.stderr, r"\A[^\n]*more rights than its user[^\n]*\n\Z")
        self.assertFalse((self.folder / "run").exists())

    def test_counters_are_those_of_each_function(self):
        (self.folder / "touching.c").write_text(
            "#include <sys/mman.h>\n"
            "static void touch(long pages) {\n"
            "    char* p = mmap(0, 4096 * pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); long i;\n"
            "    madvise(p, 4096 * pages, MADV_NOHUGEPAGE);\n"
            "    for (i = 0; i < pages; ++i) { p[4096 * i] = 1; }\n"
            "    munmap(p, 4096 * pages);\n"
            "}\n"
            "static void twice(long pages) { touch(pages); touch(2 * pages); }\n"
            "int main(void) { twice(500); return 0; }\n")
        self.compile("--functions", "touch", "--functions", "twice", "gcc", "-c", "touching.c")
        programs.run(self.folder, "gcc", "touching.o", "-o", "program", *LINK)
        programs.measure(self.folder, "./program", "run", configuration="counters=PAGE_FAULTS;PAPI_TOT_INS")
        report = programs.run(self.folder, programs.PROXIMA, "report", "run").stdout
        (inclusive, _), (of_touch, own) = re.findall(r"PAGE_FAULTS: incl (\d+), excl (\d+)", report)
        for faults in (inclusive, of_touch, own):
            self.assertTrue(1500 <= int(faults) < 1600, report)
        self.assertRegex(report, r"PAPI_TOT_INS(: incl [\d.]+| is not counted)")

    def test_kills_and_forks_within_a_budget_leave_counts_exact(self):
        (self.folder / "ends.c").write_text(
            "#include <signal.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
            "static long spin(volatile long n) { while (n > 0) { --n; } return n; }\n"
            "static void calls(int n) { int i; for (i = 0; i < n; ++i) { spin(1000); } }\n"
            "int main(void) { calls(50); if (fork() == 0) { calls(70); raise(SIGKILL); } wait(0); calls(30); return 0; }\n")
        self.compile("--functions", "spin", "gcc", "-O2", "-fno-inline", "-c", "ends.c")
        self.assertEqual(self.calls("ends.o"), {"function.spin": 80})
        (child,) = self.folder.glob("run.child-*")
        programs.proxima(self.folder, "recover", child.name)
        self.assertEqual({node.name: node.calls for node in proxima.Run(child).call_graph}, {"function.spin": 70})

    def test_coroutines_are_left_out_and_modules_pass_through(self):
        (self.folder / "task.cpp").write_text(
            "#include <coroutine>\n"
            "struct Task { struct promise_type { Task get_return_object() { return {}; } void return_void() {}\n"
            "    std::suspend_never initial_suspend() { return {}; } std::suspend_never final_suspend() noexcept { return {}; }\n"
            "    void unhandled_exception() {} }; };\n"
            "Task resumed(int n) { for (int i = 0; i < n; ++i) { co_await std::suspend_never(); } }\n"
            "int main() { resumed(3); }\n")
        done = self.compile("-v", "--loops", "--", CXX, "-std=c++20", "-c", "task.cpp")
        self.assertIn("left out  resumed: a coroutine", done.stderr)
        (self.folder / "part.cpp").write_text("export module part;\nexport int work(int n) { while (n > 9) { n /= 2; } return n; }\n")
        done = self.compile("-v", "--", CXX, "-std=c++20", "-fmodules-ts", "-c", "part.cpp")
        self.assertIn("the command is passed through: -fmodules-ts", done.stderr)
        self.assertNotIn("proxima_source", programs.run(self.folder, "nm", "part.o").stdout)

    def test_what_clang_cannot_parse_is_compiled(self):
        source = self.folder / "gnu.cpp"
        source.write_text("int f(int n) { int g(int); auto int x(int); x(n); }\n")
        done = self.compile(CXX, "-c", "gnu.cpp", status=1)
        self.assertIn("gnu.cpp is compiled without measuring: Clang cannot parse it", done.stderr)
        source.write_text("int f(int n) { int s = 0; int __attribute__((vector_size(16))) v = {n, n, n, n}; "
                          "s = __builtin_shuffle(v, v)[0]; return s; }\n")
        done = self.compile(CXX, "-c", "gnu.cpp")
        self.assertIn("without measuring", done.stderr)
        self.assertTrue((self.folder / "gnu.o").exists())

    def test_leaves_out_places_that_do_not_compile(self):
        (self.folder / "planted.cpp").write_text(
            "#include <vector>\n#define IVDEP _Pragma(\"GCC ivdep\")\n"
            "class Hidden : std::vector<double> { public: using std::vector<double>::begin; };\n"
            "constexpr auto sum = [](int n) {\n  int s = 0; for (int i = 0; i < n; ++i) { s += i; } return s;\n};\n"
            "static_assert(sum(3) == 3);\n"
            "int good(int n) {\n  int s = 0;\n  IVDEP\n  for (int i = 0; i < n; ++i) {\n    s += i;\n  }\n  return s;\n}\n"
            "double bad(const Hidden& h, int n) {\n  double s = 0; for (; n > 0; --n) { s += *h.begin(); } return s;\n}\n"
            "int main() { return good(3) - 3; }\n")
        done = self.compile("-v", "--loops", "--", CXX, "-std=c++17", "-c", "planted.cpp")
        for place in ("lambda:4 in line 4", "good:11 in line 11", "bad in line 16"):
            self.assertIn(f"note: planted.cpp: {place} is not measured", done.stderr)
        self.assertIn("measured  good (", done.stderr)
        self.assertEqual(self.calls(), {"function.good": 1})

    def test_says_which_places_it_does_not_find(self):
        (self.folder / "planted.cpp").write_text(
            "int first(int n) { while (n > 9) { n /= 2; } return n; }\n/* the preprocessor writes\n# 1 \"x.c\"\n*/\n"
            "int second(int n) { while (n > 9) { n /= 2; } return n; }\nint main() { return first(3) - second(3); }\n")
        done = self.compile("-v", CXX, "-c", "planted.cpp")
        self.assertIn("1 functions are not measured: not found", done.stderr)
        self.assertIn("left out  second:", done.stderr)
        self.assertEqual(self.calls(), {"function.first": 1})

    def test_finds_what_follows_indented_directives(self):
        (self.folder / "planted.cpp").write_text(
            "int first(int n) {\n\t#ifdef NEVER\n" + "\tn += 1;\n" * 20 + "\t#endif\n\twhile (n > 9) { n /= 2; }\n\treturn n;\n}\n"
            "int second(int n) { while (n > 9) { n /= 2; } return n; }\nint main() { return first(3) - second(3); }\n")
        self.assertEqual(self.compile(CXX, "-c", "planted.cpp").stderr, "")
        self.assertEqual(self.calls(), {"function.first": 1, "function.second": 1})

    def test_long_chains_of_branches(self):
        chain = " ".join(f"if (n == {i}) {{ n = {i + 7}; }} else" for i in range(6000))
        (self.folder / "planted.c").write_text(f"int f(int n) {{\n{chain} {{ n = 0; }} return n; }}\n"
                                               "int main(void) { return f(1) != 8; }\n")
        self.compile("gcc", "-c", "planted.c")
        self.assertEqual(self.calls(), {"function.f": 1})

    def test_passes_other_commands_through(self):
        done = self.compile(CXX, "-E", "planted.cpp")
        self.assertIn("in_header", done.stdout)
        self.assertNotIn("proxima_source", done.stdout)
        self.compile(CXX, "planted.cpp", "-o", "linked")
        done = self.compile("-v", CXX, "-c", "planted.cpp", "planted.cpp")
        self.assertIn("passed through: it has two sources", done.stderr)
        done = self.compile("-v", CXX, "-xc++", "-L", ".", "-u", "f", "-fprofile-use=none", "-c", "planted.cpp")
        self.assertIn("measured  sum", done.stderr)
        self.compile("sh", "-c", "exit 7", status=7)
        self.compile(status=2)

    def test_writes_dependencies(self):
        self.compile(CXX, "-MD", "-c", "planted.cpp", "-o", "some.o")
        self.assertRegex((self.folder / "some.d").read_text(), r"^some\.o: planted\.cpp")
        self.compile(CXX, "-MMD", "-MF", "deps", "-MT", "target", "-c", "planted.cpp")
        self.assertEqual((self.folder / "deps").read_text().split(), ["target:", "planted.cpp", "planted.h"])
        if shutil.which("clang++-19"):
            self.compile("clang++-19", "-g", "-Wp,-MMD,deps", "-c", "planted.cpp", "-o", "some.o")
            self.assertEqual((self.folder / "deps").read_text().split(), ["some.o:", "planted.cpp", "planted.h"])
            names = programs.run(self.folder, "readelf", "--debug-dump=info", "some.o").stdout
            self.assertIn(f"{self.folder}/planted.cpp", names)
            self.assertNotIn("copy.ii", names)

    def test_openmp_stays(self):
        (self.folder / "parallel.cpp").write_text(
            '#include <cstdio>\n#include <omp.h>\nint work(int n) {\n  int s = 0;\n#pragma omp parallel for reduction(+:s)\n'
            '  for (int i = 0; i < n; ++i) {\n    s += omp_get_num_threads();\n  }\n  return s;\n}\n'
            'int main() { std::printf("%d\\n", work(10)); }\n')
        self.compile("--loops", "--", CXX, "-fopenmp", "-c", "parallel.cpp")
        programs.run(self.folder, CXX, "-fopenmp", "parallel.o", "-o", "parallel", *LINK)
        done = programs.run(self.folder, "./parallel", OMP_NUM_THREADS="3", PROXIMA="output=run,quiet=on")
        self.assertEqual(done.stdout, "30\n")
        self.assertEqual([node.name for node in proxima.Run(self.folder / "run").call_graph], ["function.work"])

    def test_keeps_warnings_and_their_places(self):
        source = self.folder / "warn.cpp"
        source.write_text("int f(int n, int unused) { int s; for (int i = 0; i < n; ++i) { s += i; } return s; }\n#warning hm\n")
        plain = programs.run(self.folder, CXX, "-O2", "-Wall", "-Wextra", "-c", "warn.cpp").stderr
        changed = self.compile("--loops", "--", CXX, "-O2", "-Wall", "-Wextra", "-c", "warn.cpp").stderr
        places = [sorted(re.findall(r"^warn\.cpp:\d+:\d+: \w+: .*", text, re.M)) for text in (plain, changed)]
        self.assertEqual(len(places[0]), 4)
        self.assertEqual(*places)

    def test_forced_includes_precompiled_headers_unity_and_ccache(self):
        programs.run(self.folder, CXX, "-x", "c++-header", "planted.h", "-o", "planted.h.gch")
        (self.folder / "unity.cpp").write_text('#include "planted.cpp"\n')
        self.compile(CXX, "-Winvalid-pch", "-include", "planted.h", "-c", "unity.cpp", "-o", "planted.o")
        self.assertEqual(self.calls(), FUNCTIONS)
        if shutil.which("ccache"):
            self.compile("ccache", CXX, "-c", "planted.cpp")
            self.assertEqual(self.calls(name="run2"), FUNCTIONS)

    def test_the_way_itself_changes_no_instruction(self):
        files = [file for source in ("samples/hydro", "runtime/probe/core/src")
                 for file in sorted((pathlib.Path(SOURCE) / source).rglob("*.cpp"))[:40:5]]
        self.assertGreaterEqual(sum(map(self.compare_instructions, files)), 8, "files of the build")

    def compare_instructions(self, file):
        command = command_of(file)
        if command is None:
            return False
        plain, copy = self.folder / "plain.o", self.folder / "copy.o"
        programs.run(BUILD, *command, "-o", plain)
        programs.run(BUILD, GENERATOR, "compile", "--copy-only", "--", *command, "-o", copy)
        self.assertEqual(*[instructions(name) for name in (plain, copy)], file)
        return True

    def test_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(planted CXX C)\n"
            "find_package(Proxima REQUIRED COMPONENTS Runtime Generator)\nadd_executable(planted planted.cpp)\n"
            'proxima_instrument(TARGET planted FUNCTIONS "ns::*" sum LOOPS)\n')
        for words in (["-B", "build", f"-DProxima_DIR={BUILD}", f"-DCMAKE_CXX_COMPILER={CXX}"], ["--build", "build"]):
            programs.run(self.folder, "cmake", *words)
        programs.measure(self.folder, "build/planted", "run")
        expected = {name: count for name, count in {**FUNCTIONS, **LOOPS}.items() if "ns::" in name or ".sum" in name}
        calls = collections.Counter()
        for node in proxima.Run(self.folder / "run").call_graph:
            calls[node.name] += node.calls
        self.assertEqual(dict(calls), expected)


def command_of(file):
    """The compiler's command from the build, without output and dependencies; None: the build has none."""
    for entry in programs.read_json(BUILD, "compile_commands.json"):
        if entry["file"] == str(file):
            words = entry["command"].replace('\\"', '"').split(" -o ")[0].split()
            words = words[1:] if words[0].endswith("ccache") else words
            return [*words, "-c", str(file)]
    return None


def instructions(file):
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", file], capture_output=True, text=True, check=True).stdout
    return text.split("\n", 3)[3]


programs.main()
