"""One program in Python, C, C++ and Fortran, and mistakes of a program in C.

    languages_test.py PROXIMA SAMPLE PREFIX C++_COMPILER FORTRAN_COMPILER
"""

import collections
import math
import pathlib
import shutil
import subprocess
import sys

import programs
import proxima

SAMPLE, PREFIX, CXX, FORTRAN = programs.ARGUMENTS
HERE = pathlib.Path(__file__).parent
SIZES = [40, 80, 160, 320, 640] * 8
PYTHON = {"PYTHONPATH": f"{PREFIX}/lib/python3/dist-packages"}
CHAIN = ["default.step", "default.drive", "solver.solve", "default.sweep"]


def configured(word):
    return subprocess.run(["pkg-config", *word.split(), "proxima"], env=programs.environment(PKG_CONFIG_PATH=packages()),
                          capture_output=True, text=True, check=True).stdout.split()


def packages():
    return str(next(pathlib.Path(PREFIX).glob("lib*/**/pkgconfig")))


def libraries():
    return [*configured("--libs"), "-Wl,-rpath," + configured("--variable=libdir")[0]]


class OneProgram(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        shutil.copytree(SAMPLE, cls.folder / "sample", ignore=shutil.ignore_patterns("build"))
        for words in (["-B", "build", f"-DCMAKE_CXX_COMPILER={CXX}", f"-DCMAKE_Fortran_COMPILER={FORTRAN}",
                       f"-DCMAKE_PREFIX_PATH={PREFIX}"], ["--build", "build"]):
            programs.run(cls.folder / "sample", "cmake", *words)
        programs.run(cls.folder / "sample", sys.executable, "main.py", PROXIMA="output=../run,quiet=on,counters=THREAD_CPU_TIME",
                     **PYTHON)

    def test_has_one_tree(self):
        paths = [";".join(CHAIN[:length]) for length in range(1, 5)]
        paths += [paths[3] + ";default.scale", paths[3] + ";event.total"]
        self.assertEqual({node.path: node.calls for node in proxima.Run(self.folder / "run").call_graph},
                         dict.fromkeys(paths, len(SIZES)))

    def test_records_have_the_parameters(self):
        records = proxima.Run(self.folder / "run").records
        self.assertEqual([(record.n, record.share) for record in records("default.step")], [(n, 1 / n) for n in SIZES])
        self.assertEqual([(record.n, record.tolerance) for record in records("default.sweep")], [(n, 1e-3) for n in SIZES])
        self.assertTrue(all(isinstance(record.n, int) for record in records("default.sweep")))
        values = [record.value for record in records("default.scale")]
        self.assertEqual([record.value for record in records("event.total")], [value / 2 for value in values])

    def test_fit_finds_the_law_of_the_routine_in_fortran(self):
        """By processor time: on a busy machine even the shortest of long calls has waited."""
        fitted = programs.proxima(self.folder, "fit", "run", "--method", "sweep", "--metric", "THREAD_CPU_TIME", "--statistic", "minimum",
                                  "--json").stdout
        (self.folder / "fit.json").write_text(fitted)
        (model,) = [entry["model"] for entry in programs.read_json(self.folder, "fit.json") if "model" in entry]
        self.assertEqual([given["name"] for given in model["inputs"]], ["n"])

        def time(n):
            return eval(model["mean"].replace("^", "**"), {"n": n, "log2": math.log2})  # pylint: disable=eval-used
        self.assertAlmostEqual(math.log2(time(640) / time(80)) / 3, 2, delta=0.3)

    def test_nothing_is_measured_without_configuration(self):
        done = programs.run(self.folder / "sample", sys.executable, "main.py", **PYTHON)
        self.assertEqual((done.stdout, done.stderr, list((self.folder / "sample").glob("proxima-run*"))), ("", "", []))

    def test_python_goes_on_without_the_library(self):
        script = "import proxima\nwith proxima.timer('a', n=1): proxima.trigger('b', 2)\nprint('goes on')"
        done = programs.run(self.folder, sys.executable, "-c", script, PROXIMA="output=none",
                            PYTHONPATH=str(HERE.parents[2] / "tool/python"))
        self.assertEqual(done.stdout, "goes on\n")
        self.assertRegex(done.stderr, r"^proxima: warning: .*libproxima_measurement.so.*\n$")

    def test_python_passes_what_is_no_number(self):
        script = "import proxima\nfor v in (2**60, True, None, 10**400):\n with proxima.timer('a', v=v): pass"
        programs.run(self.folder, sys.executable, "-c", script, PROXIMA="output=odd,quiet=on", **PYTHON)
        values = [record.v for record in proxima.Run(self.folder / "odd").records("default.a")]
        self.assertEqual(values[:2], [2**60, 1])
        self.assertTrue(math.isnan(values[2]))

    def test_makefiles_compile_the_module(self):
        program = "use proxima\ntype(proxima_timer), save :: t = proxima_timer('t', 'real x')\n" \
                  "call proxima_begin(t)\ncall proxima_end(t, 0.5)\nend\n"
        (self.folder / "by_hand.f90").write_text(program)
        (module,) = configured("--variable=fortran_module")
        programs.run(self.folder, FORTRAN, "-Wall", "-Wextra", "-Werror", "-Wno-compare-reals", "-std=f2008", module, "by_hand.f90",
                     "-o", "by_hand", *libraries())
        programs.measure(self.folder, self.folder / "by_hand", "hand")
        self.assertEqual([record.x for record in proxima.Run(self.folder / "hand").records()], [0.5])


class Mistakes(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        programs.run(cls.folder, "cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", HERE / "mistakes.c", "-o", "mistakes",
                     "-pthread", "-lm", *configured("--cflags"), *libraries())

    def made(self, way, configuration):
        """Returns what the program says, and its records by method."""
        shutil.rmtree(self.folder / way, ignore_errors=True)
        done = programs.run(self.folder, self.folder / "mistakes", way, PROXIMA=f"quiet=on,output={way},{configuration}")
        records = collections.defaultdict(list)
        if list(self.folder.glob(f"{way}/records/*")):
            for record in proxima.Run(self.folder / way).records():
                records[record.instance + "." + record.method].append(record)
        return done.stderr, records

    def test_each_has_one_message(self):
        for way, calls in {"unstarted": {}, "unended": {"a": 3}, "overlap": {"a": 3, "b": 3}, "values": {"b": 3}}.items():
            with self.subTest(way):
                said, _ = self.made(way, "records=all")
                self.assertRegex(said, r'^proxima: warning: timer "[ab]" [^\n]*\n$')
                counted = collections.Counter()
                for node in proxima.Run(self.folder / way).call_graph if calls else ():
                    counted[node.method] += node.calls
                self.assertEqual(counted, calls)

    def test_a_wrong_text_costs_the_parameters_alone(self):
        said, records = self.made("text", "records=all")
        self.assertRegex(said, r'^proxima: error: timer "c": parameters "interger n"[^\n]*\n$')
        self.assertEqual(len(records["default.c"]), 3)

    def test_missing_values_are_zero(self):
        _, records = self.made("values", "records=all")
        self.assertEqual([(record.n, record.x) for record in records["default.b"]], [(7, 0)] * 3)

    def test_nothing_is_said_where_nothing_is_measured(self):
        for way in ("unstarted", "unended", "overlap", "values"):
            self.assertEqual(self.made(way, "exclude=*"), ("", {}))

    def test_numbers_become_integers_without_exceptions(self):
        said, records = self.made("traps", "records=all")
        self.assertEqual(said, "")
        self.assertEqual([record.n for record in records["default.b"]], [0, -3, 2**53, -(2**63 - 1024), 0, 0, 0, 0])

    def test_threads_share_a_timer(self):
        said, records = self.made("threads", "records=all")
        self.assertEqual((said, len(records["default.a"])), ("", 4000))
        self.assertEqual(sorted((record.n, record.x) for record in records["default.b"]),
                         sorted([(i, i / 2) for i in range(1000)] * 4))

    def test_a_fork_is_no_mistake(self):
        said, records = self.made("forks", "records=all")
        self.assertEqual((said, len(records["default.a"])), ("", 1))


programs.main()
