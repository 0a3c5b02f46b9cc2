"""The QuantLib samples: European options priced by three engines, and American ones."""

from programs import ARGUMENTS, main
from sample_runs import SampleTest

SAMPLE = [ARGUMENTS[0], "--steps", 101, "--samples", 1000]
AMERICAN = ARGUMENTS[1]
CONTRACTS, SPOTS, AMERICAN_SPOTS = 72, 2, 3
ENGINES = ["analytic", "binomial", "monte_carlo"]
CALCULATE = "QuantLib::PricingEngine::calculate"


class European(SampleTest):
    def test_every_price_is_the_same_without_proxies(self):
        prices = self.assert_same_without_proxies(*SAMPLE, "--prices")
        self.assertEqual(prices.count("\n"), 1 + len(ENGINES) * SPOTS * (CONTRACTS + 1))

    def test_every_engine_calculates_every_contract_at_every_spot(self):
        self.measure(*SAMPLE)
        self.assert_calls({f"{engine}.calculate": CONTRACTS * SPOTS for engine in ENGINES})

    def test_records_what_is_priced(self):
        """calculate() has no arguments: strike and maturity are read from the engine, as configured."""
        self.measure(*SAMPLE)
        records = self.records(CALCULATE)
        self.assertEqual(len(records), len(ENGINES) * CONTRACTS * SPOTS)
        self.assertEqual({record["strike"] for record in records}, {str(strike) for strike in range(80, 121, 5)})
        self.assertEqual({record["days"] for record in records}, {"91", "182", "365", "730"})


class American(SampleTest):
    def test_prices_are_the_same_without_proxies(self):
        for engine in ("barone_adesi_whaley", "bjerksund_stensland", "ju_quadratic", "binomial --size 50",
                       "finite_differences --size 25", "fixed_point --size 3"):
            command = [AMERICAN, "--engine", *engine.split()]
            self.assertEqual(self.measure(*command), self.run_in_folder(*command, "--bare"), engine)

    def test_records_the_size_of_the_engine(self):
        self.measure(AMERICAN, "--engine", "binomial", "--size", 50, "--rounds", 2)
        sizes = [record["size"] for record in self.records(CALCULATE)]
        self.assertEqual(sizes, 2 * AMERICAN_SPOTS * CONTRACTS * ["50"])


main()
