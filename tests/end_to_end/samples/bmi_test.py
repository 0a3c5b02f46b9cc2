"""The BMI sample: heat conduction in plates, behind the Basic Model Interface."""

from collections import Counter
from math import pi, sin, tan

from programs import ARGUMENTS, main
from sample_runs import SampleTest

SAMPLE = ARGUMENTS[0]
STEPS = 40
PLATE = {"rows": 9, "columns": 17, "row_spacing": 0.05, "column_spacing": 0.04, "origin_y": -1.5, "origin_x": 2.5,
         "diffusivity": 1e-3, "temperature": 300.0, "time_step": 0.5, "end_time": 20.0}
# Plates of one size on finer and finer grids, and one that is not square.
PLATES = [{**PLATE, "rows": n + 1, "columns": n + 1, "row_spacing": 1 / n, "column_spacing": 1 / n} for n in (16, 32, 64)] + [PLATE]


def text_of(plate):
    return "".join(f"{name} = {value!r}\n" for name, value in plate.items())


def decay_of_step(plate):
    """Factor by which a step of Peaceman and Rachford's scheme multiplies the lowest sine mode, an eigenvector."""
    decay = 1
    for nodes, spacing in [(plate["rows"], plate["row_spacing"]), (plate["columns"], plate["column_spacing"])]:
        wave_number = 2 / spacing * sin(0.5 * pi / (nodes - 1))
        r = 0.5 * plate["diffusivity"] * plate["time_step"] * wave_number ** 2
        decay *= (1 - r) / (1 + r)
    return decay


class Bmi(SampleTest):
    def setUp(self):
        super().setUp()
        self.command = [SAMPLE]
        for plate in PLATES:
            file = self.folder / f"{plate['rows']}.cfg"
            file.write_text(text_of(plate))
            self.command.append(file.name)

    def rows(self):
        """Rows, columns, nodes, steps, mean temperature, error, bound of the error, of each plate."""
        words = [line.split() for line in self.run_in_folder(*self.command).splitlines()]
        return [[float(word) for word in row] for row in words if len(row) == 7 and row[0].isdigit()]

    def test_every_temperature_is_the_same_without_proxies(self):
        output = self.assert_same_without_proxies(*self.command, "--temperatures")
        self.assertEqual(output.count("\n"), 1 + 4 + 17 * 17 + 33 * 33 + 65 * 65 + 9 * 17)

    def test_mean_temperature_decays_as_the_scheme_makes_the_sine_mode(self):
        """The sum of sin(pi i / n) over i from 0 to n is cot(pi / 2 / n)."""
        for plate, row in zip(PLATES, self.rows(), strict=True):
            rows, columns = plate["rows"], plate["columns"]
            sums = 1 / tan(pi / 2 / (rows - 1)) / tan(pi / 2 / (columns - 1))
            self.assertEqual(row[:4], [rows, columns, rows * columns, STEPS])
            self.assertAlmostEqual(row[4], 300 + 10 * decay_of_step(plate) ** STEPS * sums / (rows * columns), delta=1e-9)

    def test_error_falls_with_the_square_of_the_spacing(self):
        errors = [row[5] for row in self.rows()]
        for row in self.rows():
            self.assertTrue(0 < row[5] <= row[6])
        self.assertAlmostEqual(errors[0] / errors[1], 4, delta=0.4)
        self.assertAlmostEqual(errors[1] / errors[2], 4, delta=0.4)

    def test_call_graph_has_what_was_done_to_the_models(self):
        self.measure(*self.command)
        self.assert_calls({"heat.Initialize": 4, "heat.SetValue": 4, "heat.Update": 4 * STEPS, "heat.GetValueAtIndices": 8,
                           "heat.GetValue": 4, "heat.Finalize": 4})

    def test_records_the_size_of_the_grid_with_every_step(self):
        """Update() has no arguments: the size of the grid is asked of the model, as configured."""
        self.measure(*self.command)
        self.assertEqual(Counter(record["nodes"] for record in self.records("bmi::Bmi::Update")),
                         {"289": STEPS, "1089": STEPS, "4225": STEPS, "153": STEPS})
        self.assertEqual([record["bytes"] for record in self.records("bmi::Bmi::GetValue")], ["2312", "8712", "33800", "1224"])


main()
