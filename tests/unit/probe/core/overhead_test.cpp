// Runs that keep the cost of measuring within overhead=.
#include "scenario_run.hpp"

#include <chrono>
#include <fstream>

namespace {

// One call of nothing() calls another instance's call() so many times; then it counts to `steps`,
// which takes 0.2 to 0.5 ns a step.
class Large final : public scenario::Port {
public:
    Large(Proxy& inner, int calls, int steps) : inner_(inner), calls_(calls), steps_(steps) {}
    int call(int n) override { return n; }
    void all(long, unsigned long, double, bool, scenario::Mode, const std::string&) override {}
    void nothing() noexcept override {
        for (int n = 0; n < calls_; ++n) {
            inner_.call(n);
        }
        for (int i = 0; i < steps_; ++i) {
            asm volatile("" : "+r"(i));
        }
    }

private:
    Proxy& inner_;
    int calls_;
    int steps_;
};

// LARGE CALLS STEPS: so many large calls, each with so many tiny ones and steps. Writes the number
// of tiny calls that were measured into the file `measured`: the proxy reads the parameters of
// these alone.
const Scenario tiny_in_large("tiny_in_large", [](const Arguments& arguments) {
    std::uint64_t measured = 0;
    scenario::before_reading = [&] { ++measured; };
    Function tiny_target;
    Proxy tiny(tiny_target, "tiny");
    Large large_target(tiny, std::stoi(arguments.at(1)), std::stoi(arguments.at(2)));
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
    const ScenarioRun run({"tiny_in_large", "300", "100000", "50000"}, "quiet=on,overhead=2%");
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

// A large call takes a millisecond and more: measuring it may cost fifty times as much as usual, as
// it does under a sanitizer or a busy machine, and still keeps the budget.
TEST(Overhead, ChangesNothingWithinTheBudget) {
    const ScenarioRun run({"tiny_in_large", "200", "1", "5000000"}, "quiet=on,overhead=20%");
    EXPECT_EQ(run.info().count("overhead_budget"), 0U);
    EXPECT_EQ(run.loss_reasons(), "[]");
    EXPECT_EQ(run.info()["records"], 400);
    EXPECT_EQ(run.rows().at("large.nothing/tiny.call").calls, 200U);
    EXPECT_EQ(measured_tiny_calls(run), 200U);
}

} // namespace
