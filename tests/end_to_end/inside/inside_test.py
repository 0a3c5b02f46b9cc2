"""Samples show the functions below a method, and how they grow.

inside_test.py PROXIMA PLANTED
"""

import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess

import programs

(PLANTED,) = programs.ARGUMENTS
UNITS = {"linear": 0.7, "inlined": 0.2, "library": 0.1}  # shares of the work of a call
SIZES = [1000, 2000, 4000, 8000, 16000]
OUTPUT = f"{12 * sum(SIZES)}\n"


class Inside(programs.FreshTest):
    def sample(self, *arguments, period="200us", program=PLANTED, status=0):
        output = programs.measure(self.folder, program, "run", *arguments, configuration=f"sample={period}", status=status)
        self.assertEqual(set(output.splitlines()), {OUTPUT.strip()})

    def inside(self, run="run"):
        (method,) = json.loads(programs.proxima(self.folder, "report", run, "--inside", "component.call", "--json")
                               .stdout)["methods"]
        return method

    def assert_planted(self, method):
        """The number of samples in a function is binomial; processors may do units at speeds that differ by 3 %."""
        self.assertGreater(method["samples"], 50)
        functions = {one["name"]: one for one in method["functions"]}
        for name, share in UNITS.items():
            found = functions[name]["samples_with_callees"] / method["samples"]
            deviation = math.sqrt(share * (1 - share) / method["samples"])
            self.assertLess(abs(found - share), 4 * deviation + 0.03, (name, method["samples"]))
        self.assertTrue(functions["inlined"]["inlined"])
        self.assertFalse(functions["linear"]["inlined"])
        self.assertEqual(method["lines"][0]["line"].partition(":")[0], "work.hpp")
        # A single sample may lie in the code that binds a function or reads the clock.
        self.assertEqual(len([one for one in method["files"] if one["share"] > 0.02]), 2, method["files"])
        self.assertFalse(any("Proxy" in name for name in functions))

    def test_shares_are_those_of_the_work(self):
        self.sample()
        method = self.inside()
        self.assert_planted(method)
        run = json.loads((self.folder / "run/run.json").read_text())
        self.assertGreaterEqual(run["samples"], method["samples"])  # some lie between the calls
        self.assertGreater(run["sampling_us"], run["samples"] * 0.5)  # no signal takes less than half a microsecond
        self.assertLess(run["sampling_us"], run["cpu_us"])
        text = programs.proxima(self.folder, "report", "run", "--inside", "call").stdout
        self.assertRegex(text, r"linear +0(\.\d+)?%.* [67]\d\.\d%")
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()))

    def test_another_thread_is_sampled(self):
        self.sample("thread")
        self.assert_planted(self.inside())

    def test_a_kill_loses_nothing(self):
        self.sample("kill", status=-signal.SIGKILL)
        self.assert_planted(self.inside())

    def test_parent_and_child_have_their_own(self):
        self.sample("fork")
        runs = [path.name for path in pathlib.Path(self.folder).iterdir() if path.name.startswith("run")]
        self.assertEqual(len(runs), 2)
        for run in runs:
            self.assert_planted(self.inside(run))

    def test_a_timer_serves_where_events_are_forbidden(self):
        self.sample("filter")
        self.assert_planted(self.inside())

    def waiting_us(self, period):
        self.sample("wait", period=period)
        method = self.inside()
        shutil.rmtree(pathlib.Path(self.folder, "run"))
        samples = sum(one["samples_with_callees"] for one in method["functions"] if one["name"] == "waiting")
        return samples / method["samples"] * method.get("elapsed_us", method.get("processor_us")), "elapsed_us" in method

    def test_waiting_is_sampled_by_elapsed_time(self):
        asleep = 12 * sum(SIZES)
        found, is_elapsed = self.waiting_us("wall:2ms")
        self.assertTrue(is_elapsed)
        self.assertGreater(found, 0.5 * asleep)
        found, is_elapsed = self.waiting_us("1ms")
        self.assertFalse(is_elapsed)
        self.assertLess(found, 0.2 * asleep)

    def test_a_program_that_uses_the_signal_is_left_alone(self):
        said = programs.run(self.folder, PLANTED, "urgent", PROXIMA="output=run,quiet=on,sample=1ms")
        self.assertEqual(said.stdout, OUTPUT)
        self.assertIn("no stack samples: the program handles SIGURG", said.stderr)

    def assert_growth(self, parts, *options):
        """The models of each part, named in one way or more, have the power of n with which its time grows."""
        models = json.loads(programs.proxima(self.folder, "fit", "run", "--inside", "component.call", *options, "--extrap",
                                             "points", "--json").stdout)
        for power, names in parts.items():
            found = [one["model"]["mean"] for one in models if one["method"].removeprefix("call > ") in names]
            self.assertTrue(found, [one["method"] for one in models])
            for mean in found:
                self.assertEqual("n^2" in mean, power == 2, mean)
                self.assertIn("n", mean)

    def test_functions_grow_as_planted(self):
        self.sample("square", period="100us")
        powers = {"linear": 1, "quadratic": 2}
        self.assert_growth({power: [function] for function, power in powers.items()})
        said = programs.proxima(self.folder, "fit", "run", "--inside", "component.call").stdout
        for function, power in powers.items():
            found = re.search(rf"call > {function}: by its samples n\^(.*)\.\.(.*) \(95 %\): .*n", said)
            self.assertTrue(found, said)
            # Speeds of the processors shift the exponent by a tenth at most.
            self.assertLess(float(found[1]) - 0.1, power)
            self.assertGreater(float(found[2]) + 0.1, power)
            points = {}
            for line in pathlib.Path(self.folder, f"points/component.call_{function}.time.jsonl").read_text().splitlines():
                one = json.loads(line)
                (points[one["params"]["n"]],) = one["value"]
            self.assertEqual(sorted(points), SIZES)
            usual = sum(points.values()) / sum(n ** power for n in SIZES)
            for n in SIZES[2:]:
                self.assertLess(abs(points[n] / usual / n ** power - 1), 0.25, (function, n))

    def test_lines_of_a_function_grow_as_planted(self):
        self.sample("lines", period="100us")
        source = (pathlib.Path(__file__).parent / "planted.cpp").read_text().splitlines()
        loops = [1 + source.index(next(line for line in source if line.endswith("grows with " + power)))
                 for power in ("n", "n^2")]  # the processor may name the line of the loop or that of its body
        self.assert_growth({power: [f"planted.cpp:{line}", f"planted.cpp:{line + 1}"] for power, line in enumerate(loops, 1)},
                           "--by", "line")
        said = programs.proxima(self.folder, "fit", "run", "--by", "line", status=2)
        self.assertIn("--by line wants --inside", said.stderr)

    def test_names_are_missing_without_symbols(self):
        program = pathlib.Path(self.folder, "stripped")
        shutil.copy(PLANTED, program)
        subprocess.run(["strip", "--strip-all", program], check=True)
        self.sample(program=program)
        method = self.inside()
        names = [one["name"] for one in method["functions"]]
        self.assertIn("a function of stripped", names)
        self.assertNotIn("linear", names)
        files = [one["name"] for one in method["files"] if one["share"] > 0.02]
        self.assertEqual(files, ["stripped", "libproxima_test_inside_library.so"])

        shutil.copy(PLANTED, program)
        said = programs.proxima(self.folder, "report", "run", "--inside", "call")
        self.assertNotIn("has changed", said.stderr)  # symbols of the same build come from anywhere
        program.write_bytes(b"no program")
        self.assertIn("its functions have no names",
                      programs.proxima(self.folder, "report", "run", "--inside", "call", status=1).stderr)

    def test_a_packed_run_needs_no_program(self):
        program = pathlib.Path(self.folder, "program")
        shutil.copy(PLANTED, program)
        self.sample(program=program)
        method = self.inside()
        self.assertIn("packed: ", programs.proxima(self.folder, "report", "run", "--pack").stdout)
        program.unlink()
        self.assertEqual(self.inside(), method)
        packed = self.packed()
        source = (pathlib.Path(__file__).parent / "work.hpp").read_text().splitlines()
        lines = {one["line"]: one["text"] for file in packed["sources"] if file["file"].endswith("work.hpp") for one in file["lines"]}
        self.assertEqual(lines, {number: source[number - 1] for number in lines})
        self.assertGreater(len(lines), 3)
        pathlib.Path(self.folder, "run/records/0.symbols.json").write_text('{"format": 1, "symbols": 3}')
        self.assertIn("0.symbols.json:1", programs.proxima(self.folder, "report", "run", "--inside", "call", status=1).stderr)

    def test_a_source_that_is_newer_than_the_program_has_no_text(self):
        program = pathlib.Path(self.folder, "program")
        shutil.copy(PLANTED, program)
        os.utime(program, (0, 0))
        self.sample(program=program)
        said = programs.proxima(self.folder, "report", "run", "--pack", status=1)
        self.assertRegex(said.stderr, r"work\.hpp is newer than .*/program: its lines are not shown")
        self.assertNotIn("work.hpp", [pathlib.Path(file["file"]).name for file in self.packed()["sources"]])

    def packed(self):
        return json.loads(pathlib.Path(self.folder, "run/records/0.symbols.json").read_text())

    def test_nothing_is_said_without_samples(self):
        programs.measure(self.folder, PLANTED, "run")
        for verb in (("report", "--inside", "component.call"), ("report", "--pack"), ("fit", "--inside", "component.call")):
            said = programs.proxima(self.folder, verb[0], "run", *verb[1:], status=1)
            self.assertEqual(said.stdout, "")
            self.assertIn("has no stack samples; measure with PROXIMA=sample=1ms", said.stderr)

    def test_other_methods_are_named(self):
        self.sample()
        said = programs.proxima(self.folder, "report", "run", "--inside", "nobody.call", status=1)
        self.assertIn("has no sample in a method `nobody.call`; it has some in component.call", said.stderr)

    def test_damaged_files_are_refused(self):
        self.sample()
        file = pathlib.Path(self.folder, "run/records/0-0.samples")
        whole = file.read_bytes()
        for damaged in (b"", b"PRXSTACK", b"x" * 5000, whole[:8] + b"\xff" * 120 + whole[128:],
                        whole[:4096] + b"\xff" * 4096 + whole[8192:], whole[:6000]):
            file.write_bytes(damaged)
            said = programs.run(self.folder, "sh", "-c", f"{programs.PROXIMA} report run --inside call; echo $?")
            self.assertRegex(said.stdout + said.stderr, r"samples: error|\n0\n|no sample")
            self.assertLess(int(said.stdout.split()[-1]), 3)
        file.write_bytes(whole)
        pathlib.Path(self.folder, "run/records/0.modules.json").write_text('{"modules": [{}]}')
        for command in (["fit", "run", "--inside", "*"], ["report", "run", "--inside", "*"], ["view", "run", "-o", "page.html"]):
            self.assertIn("modules.json:1: error", programs.proxima(self.folder, *command, status=1).stderr, command)


programs.main()
