"""The Ipopt sample."""

from programs import ARGUMENTS, main
from sample_runs import SampleTest

SAMPLE = [ARGUMENTS[0], "--variables", 3000]
COLUMNS = ["n", "iterations", "eval_f", "eval_grad_f", "eval_g", "eval_jac_g", "eval_h", "optimum"]


def rows_of(output):
    """Returns Ipopt's own statistics of each problem."""
    words = [line.split() for line in output.splitlines()]
    return {row[0]: dict(zip(COLUMNS, map(float, row[1:]))) for row in words if len(row) == 9 and row[1].isdigit()}


class Ipopt(SampleTest):
    def test_optima_and_iterations_are_the_same_without_proxies(self):
        self.assert_same_without_proxies(*SAMPLE)

    def test_finds_the_published_optima(self):
        """The optima are those of Hock and Schittkowski, and of LUKVLE1 in the CUTEst collection."""
        rows = rows_of(self.run_in_folder(*SAMPLE))
        self.assertAlmostEqual(rows["hs071"]["optimum"], 17.0140173, delta=5e-8)
        self.assertAlmostEqual(rows["luksan_vlcek1"]["optimum"], 6.23245863, delta=5e-8)
        self.assertEqual(rows["luksan_vlcek1"]["n"], 3000)

    def test_call_graph_agrees_with_the_statistics_of_ipopt(self):
        """Ipopt counts the evaluations of its algorithm. It does not count that it asks for the structure of each matrix, nor
        the gradient and the Jacobian from which it scales the problem at the starting point."""
        not_counted = {"eval_f": 0, "eval_grad_f": 1, "eval_g": 0, "eval_jac_g": 2, "eval_h": 1}
        rows = rows_of(self.measure(*SAMPLE))
        self.assertEqual(len(rows), 2)
        self.assert_calls({f"{problem}.{method}": row[method] + more
                           for problem, row in rows.items() for method, more in not_counted.items()})

    def test_records_sizes_and_nonzeros(self):
        """The Jacobian of the scalable problem has three nonzeros in each of its n - 2 rows; its Hessian is tridiagonal."""
        self.measure(*SAMPLE)
        for method, expected in [("eval_jac_g", {"n": "3000", "m": "2998", "nonzeros": "8994"}), ("eval_h", {"nonzeros": "5999"})]:
            records = [record for record in self.records(f"Ipopt::TNLP::{method}") if record["instance"] == "luksan_vlcek1"]
            for record in records:
                self.assertEqual({**record, **expected}, record)
            structures = [record["structure"] for record in records]
            self.assertEqual(structures.count("true"), 1)
            self.assertGreater(structures.count("false"), 0)


main()
