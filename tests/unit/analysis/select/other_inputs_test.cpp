// Assemblies for inputs that were not run: where another class becomes the fastest, by how much it
// must be, and what is said where there is no answer.
#include "error_of.hpp"
#include "leveled_runs.hpp"

#include <proxima/rundir/usable_run.hpp>
#include <proxima/select/other_inputs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace proxima::select {
namespace {

constexpr double other_constant = 7.44; // us of a call; its growth is a third of the Solver's

class OtherInputsTest : public testing::Test, protected planted::LeveledRuns {
protected:
    OtherInputsTest() : fitted_(models(5)) {}

    // The run at level 5, and a class Other that takes `time`, in microseconds, of n. `more` are
    // further implementations.
    SelectionProblem problem(const std::string& time, const std::string& more = "") const {
        auto all = fitted_;
        fit::Model other;
        other.implementation = "Other";
        other.method = "solve";
        other.inputs = {{"n", "n", {}}};
        other.mean = fit::Expression(time, {"n"});
        all.push_back(other);
        const std::string implementations = R"([{"name": "Solver", "model": "solver"}, "Other")";
        auto made =
            parse_selection("selection.json",
                            R"({"format": 1, "families": [{"name": "solver", "implementations": )" +
                                implementations + more + "]}]}",
                            std::move(all));
        made.measured = {{"solver", "Solver"}};
        return made;
    }

    OtherInputs others(const SelectionProblem& problem, double level) const {
        rundir::ReadOutcome outcome;
        auto directory = run("run5");
        auto graph = rundir::load_or_rebuild_graph(directory, outcome);
        return {{measured_run(std::move(directory), std::move(graph))},
                problem,
                {{"level", level}},
                outcome};
    }

    std::vector<ChangedChoice> changes(const SelectionProblem& problem,
                                       const SelectionSettings& settings) {
        return others(problem, 9).changes(settings, warnings_);
    }

    static SelectionSettings varying_by(double share) {
        SelectionSettings settings;
        settings.assumed_variation = share;
        return settings;
    }

    std::vector<std::string> warnings_;

private:
    std::vector<fit::Model> fitted_;
};

// The time of a run at a level with the class Other.
double us_with_other(int level) {
    const double power = std::exp2(level);
    return power * power + 10 * power * (other_constant + 0.01 * 8 * power);
}

// The first level at which Other is faster by more than two runs with this variation differ.
int first_level_with_other(double variation) {
    int level = 5;
    while (std::log(planted::leveled_us(level) / us_with_other(level)) <=
           1.644854 * std::sqrt(2.0) * variation) {
        ++level;
    }
    return level;
}

TEST_F(OtherInputsTest, NameTheValueFromWhichAnotherClassIsFastest) {
    const auto made = problem("7.44 + 0.01 * n");
    for (const double variation : {0.05, 0.2}) {
        const auto found = changes(made, varying_by(variation));
        ASSERT_EQ(found.size(), 1U) << variation;
        EXPECT_EQ(found[0].input, "level");
        EXPECT_EQ(found[0].from, first_level_with_other(variation)) << variation;
        EXPECT_EQ(found[0].classes.at("solver"), "Other");
    }
    EXPECT_LT(first_level_with_other(0.05), first_level_with_other(0.2));
    EXPECT_EQ(warnings_, std::vector<std::string>());
}

TEST_F(OtherInputsTest, NameNoChangeAmongClassesThatAreEqualWithinTheNoise) {
    EXPECT_TRUE(changes(problem("0.21 + 0.0295 * n"), varying_by(0.05)).empty());
    EXPECT_EQ(warnings_, std::vector<std::string>());
}

TEST_F(OtherInputsTest, SayWhereThereIsNoAnswer) {
    const auto found = changes(problem("7.44 + 0.01 * n + log(1000 - n)"), varying_by(0.05));
    ASSERT_FALSE(warnings_.empty()); // 10 * 2^level exceeds 1000 from level 7 on
    EXPECT_NE(warnings_[0].find("no answer for level = 7: "), std::string::npos) << warnings_[0];
    EXPECT_EQ(warnings_.size(), 3U);
    EXPECT_TRUE(std::all_of(found.begin(), found.end(),
                            [](const auto& change) { return change.from < 7; }));
}

// Branch and bound looks at the clock after 256 assemblies.
TEST_F(OtherInputsTest, ClaimNothingWithoutTime) {
    std::string more;
    for (int i = 0; i < 300; ++i) {
        more += R"(, {"name": "Other )" + std::to_string(i) + R"(", "model": "Other"})";
    }
    auto settings = varying_by(0.05);
    settings.limits = {400, 0, 0, nullptr};
    EXPECT_TRUE(changes(problem("7.44 + 0.01 * n", more), settings).empty());
    ASSERT_EQ(warnings_.size(), 5U); // levels 5 to 9
    EXPECT_NE(warnings_[0].find("too little time (--seconds)"), std::string::npos) << warnings_[0];
}

TEST_F(OtherInputsTest, NeedARunWithTheMeasuredClasses) {
    auto made = problem("n");
    made.measured.clear();
    EXPECT_NO_THROW(others(made, 9)); // nothing contradicts
    EXPECT_NE(unit::error_of([&] {
                  rundir::ReadOutcome outcome;
                  OtherInputs({}, made, {{"level", 9}}, outcome);
              }).find("no run has the classes"),
              std::string::npos);
}

} // namespace
} // namespace proxima::select
