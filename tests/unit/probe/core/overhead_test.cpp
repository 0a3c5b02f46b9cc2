// Runs that keep the cost of measuring within overhead=.
#include "scenario_run.hpp"

#include <chrono>
#include <fstream>

namespace {

// One call of nothing() makes `inner` calls of another instance's call(); then it works for a
// thousand times as long as an empty call takes.
class Large final : public scenario::Port {
public:
    Large(Proxy& inner, int calls) : inner_(inner), calls_(calls) {}
    int call(int n) override { return n; }
    void all(long, unsigned long, double, bool, scenario::Mode, const std::string&) override {}
    void nothing() noexcept override {
        for (int n = 0; n < calls_; ++n) {
            inner_.call(n);
        }
        for (int i = 0; i < 50'000; ++i) {
            asm volatile("" : "+r"(i));
        }
    }

private:
    Proxy& inner_;
    int calls_;
};

// LARGE CALLS: so many large calls, each with so many tiny ones. Writes the number of tiny calls
// that were measured into the file `measured`: the proxy reads the parameters of these alone.
const Scenario tiny_in_large("tiny_in_large", [](const Arguments& arguments) {
    std::uint64_t measured = 0;
    scenario::before_reading = [&] { ++measured; };
    Function tiny_target;
    Proxy tiny(tiny_target, "tiny");
    Large large_target(tiny, std::stoi(arguments.at(1)));
    Proxy large(large_target, "large");
    for (int i = 0; i < std::stoi(arguments.at(0)); ++i) {
        large.nothing();
    }
    scenario::before_reading = {};
    std::ofstream("measured") << measured;
    return 0;
});

std::uint64_t measured_tiny_calls(const ScenarioRun& run) {
    return std::stoull(read_file(run.directory() / "measured"));
}

TEST(Overhead, LowersTheTinyMethodAndRecordsTheLargeOne) {
    const ScenarioRun run({"tiny_in_large", "300", "100000"}, "quiet=on,overhead=2%");
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("large.nothing").calls, 300U);
    EXPECT_EQ(rows.at("large.nothing").untimed_calls, 0U);
    const auto invocations = run.invocations();
    EXPECT_EQ(std::count_if(invocations.begin(), invocations.end(),
                            [](const auto& one) { return one.path == "large.nothing"; }),
              300);
    EXPECT_EQ(rows.at("large.nothing/tiny.call").calls, measured_tiny_calls(run));
    const auto budget = run.info()["overhead_budget"];
    EXPECT_EQ(budget["share"], 0.02);
    ASSERT_FALSE(budget["changes"].empty());
    for (const auto& change : budget["changes"]) {
        EXPECT_EQ(change["method"], "scenario::ScenarioPort::call");
    }
    // An empty call costs far more than 2 %, even counted only.
    EXPECT_EQ(budget["changes"].back()["to"], "off");
    EXPECT_LT(measured_tiny_calls(run), 30'000'000U);
    EXPECT_NE(run.loss_reasons().find("overhead="), std::string::npos);
}

TEST(Overhead, ChangesNothingWithinTheBudget) {
    const ScenarioRun run({"tiny_in_large", "4000", "1"}, "quiet=on,overhead=5%");
    EXPECT_EQ(run.info().count("overhead_budget"), 0U);
    EXPECT_EQ(run.loss_reasons(), "[]");
    EXPECT_EQ(run.info()["records"], 8'000);
    EXPECT_EQ(run.rows().at("large.nothing/tiny.call").calls, 4'000U);
    EXPECT_EQ(measured_tiny_calls(run), 4'000U);
}

} // namespace
