"""The integrator sample."""

from programs import ARGUMENTS, main
from sample_runs import SampleTest

SAMPLE = ARGUMENTS[0]
FUNCTIONS = ["linear", "pi", "sine", "gaussian"]


class Integrator(SampleTest):
    def test_results_are_the_same_without_proxies(self):
        self.assert_same_without_proxies(SAMPLE, "--points", 1000, "--samples", 5000)

    def test_call_graph_counts_every_evaluation_and_every_random_number(self):
        self.measure(SAMPLE, "--points", 1234, "--samples", 5678)
        self.assert_calls({"midpoint.integrate": 4, "monte_carlo.integrate": 4, "monte_carlo.integrate > ranlux.next": 4 * 5678,
                           **{f"midpoint.integrate > {function}.evaluate": 1234 for function in FUNCTIONS},
                           **{f"monte_carlo.integrate > {function}.evaluate": 5678 for function in FUNCTIONS}})

    def test_records_what_was_asked_of_the_integrators(self):
        self.measure(SAMPLE, "--points", 12, "--samples", 3456)
        counts = [(record["instance"], record["count"]) for record in self.records("integration::Integrator::integrate")]
        self.assertEqual(sorted(counts), 4 * [("midpoint", "12")] + 4 * [("monte_carlo", "3456")])

    def test_generator_is_interchangeable(self):
        self.measure(SAMPLE, "--points", 10, "--samples", 1000, "--generator", "mersenne")
        drawn = self.records("integration::RandomGenerator::next")
        self.assertEqual([record["instance"] for record in drawn], 4000 * ["mersenne"])


main()
