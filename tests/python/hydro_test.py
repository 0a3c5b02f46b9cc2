"""A short run of the hydro sample on two ranks: as the tool has it, and the picture that the notebook of the sample draws.

Usage: hydro_test.py PROXIMA SAMPLE COMPONENTS
"""

import pathlib

import comparison
import programs
import proxima
from programs import ARGUMENTS, PROXIMA

SAMPLE, COMPONENTS = ARGUMENTS
SETTINGS = {"mesh max_level": 2, "driver end_time": 0.01, "driver balance_interval": 2}
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


class TwoRanks(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = f"{cls.folder}/run"
        before, _, after = pathlib.Path(SAMPLE, "hydro.rc").read_text(encoding="utf-8").rpartition("\ngo ")
        lines = [f"parameters {name.replace(' ', ' parameters ')} {value}" for name, value in SETTINGS.items()]
        (cls.folder / "short.rc").write_text("\n".join([before, *lines, f"go {after}"]), encoding="utf-8")
        programs.run(cls.folder, "mpirun.openmpi", "--oversubscribe", "-n", "2", PROXIMA, "run", "short.rc", "--path",
                     COMPONENTS, "--measure", "all", "-o", cls.path, **AS_ROOT)

    def test_are_what_the_tool_says(self):
        run = proxima.Run(self.path)
        records = comparison.assert_same_records(self, run)
        self.assertEqual(records, comparison.assert_same_call_graph(self, run))
        self.assertEqual({rank for node in run.call_graph for rank in node.ranks}, {0, 1})
        self.assertEqual(run.mpi["size"], 2)

    def test_notebook_draws_the_papers_figure(self):
        python = comparison.python_with("matplotlib, pandas")
        if python is None:
            self.skipTest("pandas and matplotlib are not installed")
        done = programs.run(self.folder, python, "-B", f"{SAMPLE}/figure_6.py", self.path, self.path, MPLBACKEND="Agg")
        self.assertEqual(done.stderr, "")
        self.assertGreater((self.folder / "figure_6.png").stat().st_size, 50_000)


programs.main()
