"""The validation sample: components that take as long as known models say, in units of 100 us."""

import pathlib
from itertools import product

from programs import ARGUMENTS, PROXIMA, fresh_folder, main
from sample_runs import SampleTest

ASSEMBLIES, COMPONENTS = ARGUMENTS
UNIT = 100  # us
INPUTS = {"below": [0.8, 1.0, 1.2, 1.4, 1.6, 1.8], "above": [2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
          "mix": [0.8, 1.4, 2.0, 3.0, 4.0, 5.0, 6.0]}
MODELS = {"A1": lambda x: 2 * x, "A2": lambda x: x * x, "B1": lambda x: x ** 3, "B2": lambda x: 2 * x * x,
          "C": lambda x: 0.02, "D": lambda x: 0.02}
ROUNDS = 3


def script(inputs, a, b, waiting="spin", rounds=ROUNDS):
    """One of the sample's assemblies with these implementations of A and B."""
    text = pathlib.Path(ASSEMBLIES, f"{inputs}.rc").read_text()
    settings = [f"parameters {instance} parameters waiting {waiting}\n" for instance in "abcd"]
    settings.append(f"parameters driver parameters rounds {rounds}\n")
    for old, new in [("instantiate A1 a", f"instantiate {a} a"), ("instantiate B1 b", f"instantiate {b} b"),
                     ("go driver go", "".join(settings) + "go driver go")]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def calls_of(output):
    """(instance, x, microseconds by the model, by the component's own clock, by its caller's) of each call."""
    rows = [line.split(",") for line in output.splitlines()]
    return [(row[0], *map(float, row[1:])) for row in rows if len(row) == 5 and row[0] in "abcd"]


class Validation(SampleTest):
    def run_script(self, text, *options):
        (self.folder / "assembly.rc").write_text(text)
        return self.run_in_folder(PROXIMA, "run", "--path", COMPONENTS, "assembly.rc", *options)

    def measure_script(self, text):
        return calls_of(self.run_script(text, "--measure", "all", "-o", "run"))

    def assert_calls_of_model(self, calls, inputs, a, b):
        """Each input goes through A, with D, through B, with D, and through C."""
        classes = {"a": a, "b": b, "c": "C", "d": "D"}
        expected = [(instance, x) for _ in range(ROUNDS) for x in INPUTS[inputs] for instance in "dadbc"]
        self.assertEqual([call[:2] for call in calls], expected)
        for instance, x, model, _, _ in calls:
            self.assertAlmostEqual(model, UNIT * MODELS[classes[instance]](x), delta=1e-9 * model)

    def test_every_recorded_time_is_that_of_the_model(self):
        """Each recorded time lies between the component's own clock and its caller's; clocks run at slightly different rates."""
        for assembly in [("below", "A1", "B1"), ("above", "A2", "B2"), ("mix", "A2", "B1", "sleep")]:
            with self.subTest(assembly):
                self.folder = fresh_folder(self.addCleanup)
                calls = self.measure_script(script(*assembly))
                self.assert_calls_of_model(calls, *assembly[:3])
                for name in "abcd":
                    records = self.records(f"validation::{name.upper()}Port::compute")
                    of_name = [call for call in calls if call[0] == name]
                    for record, (_, x, model, inside, around) in zip(records, of_name, strict=True):
                        tolerance = 0.002 * around + 0.05
                        recorded = float(record["duration_ns"]) / 1000
                        self.assertEqual(float(record["x"]), x)
                        self.assertGreaterEqual(inside, model - tolerance)
                        self.assertGreaterEqual(recorded, inside - tolerance)
                        self.assertLessEqual(recorded, around + tolerance)

    def test_call_graph_is_the_wiring(self):
        self.measure_script(script("below", "A1", "B1"))
        calls = ROUNDS * len(INPUTS["below"])
        self.assert_calls({"driver.go": 1, "driver.go > a.compute": calls, "driver.go > a.compute > d.compute": calls,
                           "driver.go > b.compute": calls, "driver.go > b.compute > d.compute": calls,
                           "driver.go > c.compute": calls})

    def test_best_assembly_depends_on_the_inputs(self):
        """The optima of the thesis, without proxies."""
        for inputs, best in [("below", ("A2", "B1")), ("above", ("A1", "B2")), ("mix", ("A1", "B2"))]:
            times = {}
            for a, b in product(["A1", "A2"], ["B1", "B2"]):
                calls = calls_of(self.run_script(script(inputs, a, b, rounds=1)))
                times[a, b] = sum(model for instance, _, model, _, _ in calls if instance != "d")
            self.assertEqual(min(times, key=times.get), best)


main()
