// Times that fall with the number of processors: work that is divided.
#include <proxima/model/fit.hpp>
#include <proxima/model/point_table.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace proxima::model {
namespace {

using Function = std::function<double(double)>;

/// Four invocations at each number of processors, 2 % above and below the truth.
FitOutcome fitted(const Function& truth, const std::vector<double>& numbers) {
    PointTable table(1, 0, 1);
    for (const double p : numbers) {
        for (const double noise : {0.98, 1.02, 1.02, 0.98}) {
            const double at[] = {p};
            const double value[] = {truth(p) * noise};
            table.add(at, {}, value);
        }
    }
    Measurements measurements;
    measurements.implementation = "synthetic";
    measurements.parameters = {"p"};
    table.write(0, measurements);
    auto outcomes = fit(measurements, {});
    EXPECT_EQ(outcomes.size(), 1U);
    EXPECT_TRUE(outcomes.front().model) << outcomes.front().refusal;
    return outcomes.front();
}

const std::vector<double> doubled{1, 2, 4, 8, 16, 32, 64};

struct Scaling {
    Function truth;
    std::vector<std::string> terms;
};

TEST(DividedWork, IsFoundWithWhatItCosts) {
    const Scaling all[] = {
        {[](double p) { return 50 + 10000 / p; }, {"1", "1 / p"}},
        {[](double p) { return 10000 / p + 5 * p; }, {"1 / p", "p"}},
        {[](double p) { return 10000 / p + 200 * std::log2(p); }, {"1 / p", "log2(p)"}},
        {[](double p) { return 100 + 3000 / std::sqrt(p); }, {"1", "1 / p^(1/2)"}},
    };
    for (const auto& one : all) {
        const auto outcome = fitted(one.truth, doubled);
        auto terms = outcome.contenders.front().terms;
        std::sort(terms.begin(), terms.end());
        EXPECT_EQ(terms, one.terms);
        for (const double p : {1.0, 3.0, 24.0, 64.0, 256.0}) {
            EXPECT_NEAR(outcome.model->mean({{p}}) / one.truth(p), 1, 0.02) << p;
        }
    }
}

TEST(DividedWork, HasOnlyPartsThatCost) {
    const auto outcome = fitted([](double p) { return 10000 / p; }, doubled);
    for (const double p : {1.0, 64.0, 4096.0}) {
        EXPECT_NEAR(outcome.model->mean({{p}}) * p / 10000, 1, 0.05) << p;
    }
}

} // namespace
} // namespace proxima::model
