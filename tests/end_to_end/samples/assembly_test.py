"""The integrator sample as an assembly, whose parts an optimizer chooses while it runs."""

import math
import pathlib
import re

from programs import ARGUMENTS, PROXIMA, main, read_json
from sample_runs import SampleTest

ASSEMBLY, = ARGUMENTS


class Assembly(SampleTest):
    def optimize(self, **replaced):
        """Returns the last line of the sample, and the decisions; `replaced` are words of the script."""
        self.setUp()
        text = pathlib.Path(ASSEMBLY, "optimizer.rc").read_text()
        for old, new in replaced.items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        # On a busy machine one disturbed trial can use up what a run of a tenth of a second may explore.
        text = text.replace("go driver", "parameters optimizer parameters exploration 0.5\ngo driver")
        (self.folder / "optimizer.rc").write_text(text)
        (self.folder / "components").symlink_to(pathlib.Path(ASSEMBLY, "components"))
        output = self.run_in_folder(PROXIMA, "run", "optimizer.rc", "--measure", "all", "-o", "run")
        decisions = read_json(self.folder, "run/decisions.json")
        self.assertEqual(decisions["safe_points"], 300)
        self.assertTrue(output.startswith("300 integrals"), output)
        result, integrator = re.search(r"the last is (\S+), by (\w+)$", output).groups()
        return float(result), integrator, {decided["instance"]: decided for decided in decisions["instances"]}

    def test_integrators_and_generators_are_found_in_the_path(self):
        result, integrator, decided = self.optimize()
        self.assertAlmostEqual(result, math.pi, delta=0.05)
        self.assertIn(integrator, ["MonteCarlo", "Midpoint"])
        classes = {name: {candidate["class"] for candidate in one["candidates"]} for name, one in decided.items()}
        self.assertEqual(classes, {"integrator": {"MonteCarlo", "Midpoint"},
                                   "generator": {"RanluxGenerator", "MersenneGenerator"}})

    def test_the_fast_ones_are_kept(self):
        """Ranlux at its highest luxury takes ten times as long as the other generator, Monte Carlo with it several times
        as long as the rule without random numbers."""
        for instance, best in (("generator", "MersenneGenerator"), ("integrator", "Midpoint")):
            result, _, decided = self.optimize(**{'"integrator generator"': instance})
            self.assertAlmostEqual(result, math.pi, delta=0.05)
            self.assertEqual(decided[instance]["best"], best)


main()
