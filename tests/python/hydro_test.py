"""A short run of the hydro sample on two ranks: as the tool has it, and the picture that the notebook of the sample draws.

Usage: hydro_test.py PROXIMA SAMPLE COMPONENTS
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import comparison
import proxima

PROXIMA, SAMPLE, COMPONENTS = map(os.path.abspath, sys.argv[1:4])
SETTINGS = {"mesh max_level": 2, "driver end_time": 0.01, "driver balance_interval": 2}
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


class TwoRanks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="proxima-test-")
        cls.path = f"{cls.temporary.name}/run"
        before, _, after = pathlib.Path(SAMPLE, "hydro.rc").read_text(encoding="utf-8").rpartition("\ngo ")
        lines = [f"parameters {name.replace(' ', ' parameters ')} {value}" for name, value in SETTINGS.items()]
        script = pathlib.Path(cls.temporary.name, "short.rc")
        script.write_text("\n".join([before, *lines, f"go {after}"]), encoding="utf-8")
        subprocess.run(["mpirun.openmpi", "--oversubscribe", "-n", "2", PROXIMA, "run", str(script), "--path", COMPONENTS,
                        "--measure", "all", "-o", cls.path], cwd=cls.temporary.name, env=ENVIRONMENT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_are_what_the_tool_says(self):
        run = proxima.Run(self.path)
        records = comparison.assert_same_records(self, PROXIMA, run)
        self.assertEqual(records, comparison.assert_same_call_graph(self, PROXIMA, run))
        self.assertEqual({rank for node in run.call_graph for rank in node.ranks}, {0, 1})
        self.assertEqual(run.mpi["size"], 2)

    def test_call_graph_of_the_records_is_that_of_the_run(self):
        written = proxima.Run(self.path).call_graph
        os.rename(f"{self.path}/callgraph.json", f"{self.path}/elsewhere")
        try:
            rebuilt = proxima.Run(self.path).call_graph
        finally:
            os.rename(f"{self.path}/elsewhere", f"{self.path}/callgraph.json")
        self.assertEqual({node.path: node.calls for node in written}, {node.path: node.calls for node in rebuilt})
        for node in rebuilt:
            (same,) = [other for other in written.find(node.name) if other.path == node.path]
            for rank, statistics in node.ranks.items():
                self.assertAlmostEqual(statistics.exclusive_ns, same.ranks[rank].exclusive_ns, delta=1 + 1e-6 * node.inclusive_ns)

    def test_notebook_draws_the_papers_figure(self):
        python = comparison.python_with("matplotlib, pandas")
        if python is None:
            self.skipTest("pandas and matplotlib are not installed")
        done = subprocess.run([python, "-B", f"{SAMPLE}/figure_6.py", self.path, self.path], cwd=self.temporary.name,
                              capture_output=True, text=True, check=False, env={**os.environ, "MPLBACKEND": "Agg"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(os.path.getsize(f"{self.temporary.name}/figure_6.png"), 50_000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
