#include "error_of.hpp"

#include <proxima/platform/fitting.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

namespace proxima::platform {
namespace {

constexpr const char* parallel = R"json({"format": 1, "application": "A", "parameters": [
  {"name": "p", "value": 1}, {"name": "n", "value": 1},
  {"name": "work", "value": 0, "free": true},
  {"name": "message", "value": 0, "free": true},
  {"name": "start", "value": 0, "free": true}],
 "platform": [{"name": "rate", "unit": ""}],
 "components": [{"name": "t_comp", "seconds": "work * n / (p * rate)"},
  {"name": "t_comm", "seconds": "message * p"},
  {"name": "t_start", "seconds": "start"}]})json";

Platform platform(const std::string& name, double rate) {
    Platform made;
    made.name = name;
    made.quantities.emplace_back();
    made.quantities.back().name = "rate";
    made.quantities.back().value = rate;
    return made;
}

using Runs = std::vector<MeasuredRunTime>;

struct Truth {
    double work;
    double message;
    double start;
};

Runs runs_of(const Truth& truth, double scatter, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, scatter);
    Runs runs;
    for (const double rate : {1.0, 2.0, 4.0}) {
        for (double p = 1; p <= 4; ++p) {
            for (const double n : {10.0, 100.0}) {
                const double exact = truth.work * n / (p * rate) + truth.message * p + truth.start;
                runs.push_back({"r" + std::to_string(static_cast<int>(rate)),
                                {{"p", p}, {"n", n}},
                                exact * (1 + noise(random)),
                                {"runs.csv", runs.size() + 2}});
            }
        }
    }
    return runs;
}

FittedApplication fit_to(const Runs& runs, const std::vector<std::string>& held_back,
                         const char* document = parallel) {
    std::vector<RunFilter> filters;
    for (const auto& text : held_back) {
        filters.emplace_back(text, runs);
    }
    return fit(parse_application("a.json", document),
               {platform("r1", 1), platform("r2", 2), platform("r4", 4)}, runs, filters);
}

TEST(Fitting, FindsTheCoefficientsOfExactRuns) {
    const auto made = fit_to(runs_of({0.5, 0.03, 0.2}, 0, 1), {"platform=r4"});
    EXPECT_NEAR(made.application.find("work")->value, 0.5, 1e-6);
    EXPECT_NEAR(made.application.find("message")->value, 0.03, 1e-6);
    EXPECT_NEAR(made.application.find("start")->value, 0.2, 1e-6);
    for (const auto& run : made.runs) {
        EXPECT_NEAR(run.relative_error(), 0, 1e-6); // even on the unmeasured platform
        EXPECT_EQ(run.is_held_back, run.run.platform == "r4");
    }
}

TEST(Fitting, TimesAreNotNegative) {
    // The best line has a negative intercept.
    auto runs = runs_of({0.5, 0.03, 0}, 0, 1);
    for (auto& run : runs) {
        run.seconds -= run.values["n"] == 10 ? 0.02 * run.seconds : 0;
    }
    const auto made = fit_to(runs, {});
    for (const auto* name : {"work", "message", "start"}) {
        EXPECT_GE(made.application.find(name)->value, 0);
    }
    EXPECT_FALSE(made.application.find("start")->interval) << "at its bound";
}

TEST(Fitting, IntervalsOfRunsThatWereHeldBackHoldAsManyAsTheySay) {
    int covered = 0;
    int held_back = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        const auto made = fit_to(runs_of({0.5, 0.05, 0.5}, 0.05, seed), {"platform=r4", "p=3"});
        for (const auto& run : made.runs) {
            held_back += run.is_held_back ? 1 : 0;
            covered += run.is_held_back && run.is_covered() ? 1 : 0;
        }
    }
    EXPECT_NEAR(static_cast<double>(covered) / held_back, 0.9, 0.03);
}

TEST(Fitting, RefusesRunsThatSayTooLittle) {
    const auto error = [](const Runs& runs, const char* document = parallel) {
        return proxima::unit::error_of([&] { fit_to(runs, {}, document); });
    };
    auto runs = runs_of({0.5, 0.03, 0.2}, 0.01, 1);
    const Runs few(runs.begin(), runs.begin() + 3);
    EXPECT_NE(error(few).find("3 runs for 3"), std::string::npos);
    auto same = runs;
    for (auto& run : same) {
        run.platform = "r1";
        run.values = {{"p", 1}, {"n", 1}};
    }
    EXPECT_NE(error(same), "");
    auto unknown = runs;
    unknown[5].platform = "r3";
    EXPECT_EQ(error(unknown).find("runs.csv:7:"), 0U);
    auto given = runs;
    given[0].values["work"] = 1;
    EXPECT_EQ(error(given).find("runs.csv:2:"), 0U);
    EXPECT_NE(error(runs, R"json({"format": 1, "application": "A", "parameters": [
      {"name": "p", "value": 1}, {"name": "n", "value": 1}],
      "components": [{"name": "t", "seconds": "p"}]})json")
                  .find("free"),
              std::string::npos);
}

TEST(Fitting, PredictsHydroUnderLimitsThatWereHeldBack) {
    const std::string folder = PROXIMA_PLATFORMS "/../hydro/prediction/";
    const auto runs = read_runs(folder + "runs.csv");
    std::vector<RunFilter> held_back;
    for (const auto* condition : {"ranks=2,cpu_share=0.5", "net_rate=6250000", "cpu_share=0.75"}) {
        held_back.emplace_back(condition, runs);
    }
    const auto made = fit(read_application(folder + "hydro.json"),
                          {read_platform(folder + "this_machine.json")}, runs, held_back);
    int checked = 0;
    int covered = 0;
    for (const auto& run : made.runs) {
        if (run.is_held_back) {
            EXPECT_LT(std::abs(run.relative_error()), 0.15);
            ++checked;
            covered += run.is_covered() ? 1 : 0;
        }
    }
    EXPECT_EQ(checked, 16);
    EXPECT_GE(covered, 14); // expected: 90 % of 16
}

} // namespace
} // namespace proxima::platform
