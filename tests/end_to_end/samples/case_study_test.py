"""The case study of the hydro sample, made small: what it draws and says, and what it says where something is missing.

Arguments: the case study, the build directory.
"""

import re
import struct
import subprocess
import sys

import programs

CASE_STUDY, BUILD = sys.argv[1:3]
SMALL = {"mesh.blocks_x": 16, "mesh.blocks_y": 8, "driver.end_time": 0.005, "driver.balance_interval": 4}
PICTURES = ["states_modes", "states_ratio", "states_fit", "message_passing", "message_passing_all_ranks", "load", "call_graph",
            "call_graph_pruned_5", "call_graph_pruned_10", "call_graph_pruned_20"]


def case_study(folder, **environment):
    settings = [argument for name, value in SMALL.items() for argument in ("--set", f"{name}={value}")]
    return subprocess.run([sys.executable, CASE_STUDY, "--build", BUILD, "--output", f"{folder}/study", "--ranks", "2", *settings],
                          capture_output=True, text=True, cwd=folder, check=False, **environment)


def blocks(path):
    """Rows of numbers, as gnuplot sees them."""
    return [[[float(word) for word in line.split()] for line in block.splitlines() if line and line[0] != "#"]
            for block in path.read_text().strip().split("\n\n\n")]


class CaseStudy(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.answer = case_study(cls.folder)
        assert cls.answer.returncode == 0, cls.answer.stderr
        cls.folders = {flux: cls.folder / "study" / f"2-ranks-{flux.lower()}" for flux in ("Godunov", "EFM")}

    def test_draws_every_figure(self):
        for flux, folder in self.folders.items():
            for name in [*PICTURES, f"{flux}_modes", f"{flux}_ratio", f"{flux}_fit"]:
                head = (folder / f"{name}.png").read_bytes()[:24]
                self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n", name)
                width, height = struct.unpack(">II", head[16:24])
                widest = 3000 if "call_graph" not in name else 10_000  # that depends on what is kept
                self.assertTrue(300 <= width <= widest and 200 <= height <= 1500, f"{name}: {width} x {height}")

    def test_draws_single_calls_of_both_modes_and_their_ratio(self):
        for flux, folder in self.folders.items():
            for name in ("states", flux):
                sequential, strided, ratios, medians = blocks(folder / f"{name}.dat")
                for block in (sequential, strided, ratios):
                    self.assertEqual({row[0] for row in block}, {row[0] for row in sequential})
                    self.assertGreater(len(block), len(medians))
                for size, of_x, of_y, ratio in medians:
                    times = [sorted(row[1] for row in block if row[0] == size) for block in (sequential, strided)]
                    self.assertTrue(times[0][0] <= of_x <= times[0][-1] and times[1][0] <= of_y <= times[1][-1])
                    self.assertAlmostEqual(ratio, of_y / of_x, delta=0.01 * ratio)

    def test_says_formulas_and_counts(self):
        for flux in self.folders:
            said = self.answer.stdout.partition(f"{flux} on 2 ranks (")[2]
            calls = [int(number) for number in re.findall(r"(\d+) calls", said)[:2]]
            self.assertEqual(calls[0], calls[1], "States and flux are called for the same patches and sweeps")
            formula = re.search(rf"{flux}Flux: .*\n    T = (.+) us, sigma = (.+) us\n", said)
            self.assertIsNotNone(formula, said)
            self.assertIn("Q", formula.group(1))

    def test_prunes_at_5_10_and_20_percent(self):
        for flux, folder in self.folders.items():
            said = self.answer.stdout.partition(f"{flux} on 2 ranks (")[2]
            rows = re.findall(r"pruned at (\d+) %: (\d+) of (\d+) nodes", said)[:3]
            kept = [int(row[1]) for row in rows]
            self.assertEqual([row[0] for row in rows], ["5", "10", "20"])
            self.assertEqual(kept, sorted(kept, reverse=True))
            for (percent, nodes, of), name in zip(rows, PICTURES[-3:]):
                dot = (folder / f"{name}.dot").read_text()
                self.assertIn(f"{nodes} of {of} nodes kept; {int(of) - int(nodes)} dropped", dot)
                self.assertEqual(len(re.findall(r'^  "\d+" \[label="(?!dropped)', dot, re.M)), int(nodes))

    def test_messages_are_sent_on_every_level_by_both_ranks(self):
        for folder in self.folders.values():
            rows = [row for block in blocks(folder / "message_passing.dat") for row in block]
            self.assertEqual({(row[0], row[1]) for row in rows}, {(rank, level) for rank in (0, 1) for level in (0, 1, 2)})
            self.assertTrue(all(row[3] > 0 and row[4] > 0 for row in rows))


class MissingPrograms(programs.FreshTest):
    def test_are_named_with_their_packages_before_the_first_run(self):
        (self.folder / "mpirun.openmpi").symlink_to("/bin/true")
        answer = case_study(self.folder, env={"PATH": str(self.folder)})
        self.assertEqual((answer.returncode, answer.stderr.count("\n")), (1, 1), answer.stderr)
        self.assertRegex(answer.stderr, "error: gnuplot, dot not found; .*apt-get install gnuplot-nox graphviz")
        self.assertFalse((self.folder / "study").exists())


programs.main()
