// Compares what models claim with the measurements of real algorithms (testdata/measurements), by
// calculations of their own.
#include <proxima/fit/fit.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/gather/extrap_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace proxima::fit {
namespace {

const std::filesystem::path measured_in = std::filesystem::path(PROXIMA_TESTDATA) / "measurements";

using At = std::vector<double>;

std::vector<double> inputs_of(const FitOutcome& outcome, const At& at) {
    const auto& names = outcome.measurements.parameters;
    std::vector<double> inputs;
    for (const auto& input : outcome.model->inputs) {
        inputs.push_back(at[static_cast<std::size_t>(
            std::find(names.begin(), names.end(), input.parameter) - names.begin())]);
    }
    return inputs;
}

std::map<At, double> medians_of(const gather::Measurements& measured) {
    std::map<At, std::vector<double>> values;
    for (const auto& one : measured.sample) {
        values[one.at].push_back(one.value);
    }
    std::map<At, double> medians;
    for (auto& [at, all] : values) {
        std::sort(all.begin(), all.end());
        const auto middle = all.size() / 2;
        medians[at] = all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
    }
    return medians;
}

// Root mean square of 1 - smaller / larger, of the medians and the formula.
double misses_of(const FitOutcome& outcome) {
    double squares = 0;
    const auto medians = medians_of(outcome.measurements);
    for (const auto& [at, median] : medians) {
        const double expected = outcome.model->mean(inputs_of(outcome, at));
        squares += std::pow(1 - std::min(expected, median) / std::max(expected, median), 2);
    }
    return std::sqrt(squares / static_cast<double>(medians.size()));
}

// Probability that a parameter without effect shows a rank correlation of this size, by Kendall's
// normal approximation over points that agree in all other parameters.
double probability_of_chance(const gather::Measurements& measured, std::size_t parameter) {
    double sum = 0;
    double variance = 0;
    std::map<At, std::vector<std::pair<double, double>>> lines;
    for (const auto& [at, median] : medians_of(measured)) {
        auto others = at;
        others[parameter] = 0;
        lines[others].emplace_back(at[parameter], median);
    }
    for (const auto& [others, line] : lines) {
        const auto n = static_cast<double>(line.size());
        for (std::size_t i = 0; i < line.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                sum += line[i].second > line[j].second   ? 1
                       : line[i].second < line[j].second ? -1
                                                         : 0;
            }
        }
        variance += n * (n - 1) * (2 * n + 5) / 18;
    }
    return variance > 0 ? std::erfc((std::fabs(sum) - 1) / std::sqrt(2 * variance)) : 1;
}

std::vector<FitOutcome> fit_file(const std::string& name) {
    std::vector<FitOutcome> all;
    for (const auto& measured : gather::read_extrap(measured_in / name)) {
        all.push_back(fit(measured, {}).front());
    }
    return all;
}

class Claims : public testing::TestWithParam<const char*> {};

TEST_P(Claims, ErrorsAreThoseOfTheMeasuredPoints) {
    for (const auto& outcome : fit_file(GetParam())) {
        if (outcome.model) {
            constexpr double beside_medians = 1.4; // formulas are of means
            EXPECT_LE(misses_of(outcome),
                      beside_medians * outcome.model->fit->relative_error + 0.03)
                << outcome.measurements.method << ": " << outcome.model->mean.text();
        }
    }
}

TEST_P(Claims, NoParameterOnWhichThePointsDependIsDropped) {
    for (const auto& outcome : fit_file(GetParam())) {
        const auto& names = outcome.measurements.parameters;
        for (std::size_t i = 0; outcome.model && i < names.size(); ++i) {
            const auto& dropped = outcome.model->dropped;
            if (std::count(dropped.begin(), dropped.end(), names[i]) > 0) {
                EXPECT_GT(probability_of_chance(outcome.measurements, i), 0.01)
                    << outcome.measurements.method << " does not depend on " << names[i];
            }
        }
    }
}

TEST_P(Claims, WhatIsWrittenCanBeRead) {
    for (const auto& outcome : fit_file(GetParam())) {
        if (outcome.model) {
            const auto text = models_text({*outcome.model});
            EXPECT_EQ(models_text(parse_models("models.json", text)), text);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Measurements, Claims,
                         testing::Values("processor_time.jsonl", "wall_time.jsonl",
                                         "difficult.jsonl"));

// Leading terms of the textbooks, where memory does not decide.
const std::map<std::string, std::set<std::string>>& textbook() {
    static const std::map<std::string, std::set<std::string>> all{
        {"bimodal_n", {"n"}},
        {"cg_2d", {"n^(3/2)"}},
        {"convex_hull", {"n * log2(n)"}},
        {"dgemm_mnk_lines", {"m * n * k"}},
        {"eig_sym", {"n^3"}},
        {"fft_pow2", {"n * log2(n)"}},
        {"gcd1000", {"log2(n)"}},
        {"gemv_mn", {"m * n"}},
        {"hash_insert", {"n"}},
        {"knapsack_nW", {"m * n"}},
        {"levenshtein_mn", {"m * n"}},
        {"linear_find", {"n"}},
        {"lognormal_nlogn", {"n * log2(n)"}},
        {"nth_element", {"n"}},
        {"sort_organpipe", {"n * log2(n)"}},
        {"sort_sorted", {"n * log2(n)"}},
        {"sqlite_order", {"n * log2(n)"}},
        {"sqlite_selfjoin", {"n^2"}},
        {"std_regex", {"n"}},
        {"threads_pn", {"n / m"}},
        {"trial_division", {"n^(1/2)"}},
        {"zstd3", {"n"}}};
    return all;
}

TEST(RealAlgorithms, HaveTheirTextbooksLeadingTerm) {
    std::size_t found = 0;
    for (const auto& outcome : fit_file("processor_time.jsonl")) {
        const auto expected = textbook().find(outcome.measurements.method);
        if (expected != textbook().end() && !outcome.terms.empty()) {
            const bool is_right = expected->second.count(outcome.terms.back()) > 0;
            found += is_right ? 1 : 0;
        }
    }
    EXPECT_GE(found + 1, textbook().size());
}

// Later calls, at the points and at 4 and 16 times the largest sizes.
TEST(RealAlgorithms, LaterCallsLieInTheirIntervals) {
    std::map<std::string, gather::Measurements> later;
    for (auto& measured :
         gather::read_extrap(measured_in / "later_processor_time.jsonl", gather::Statistic::mean)) {
        later.emplace(measured.method, std::move(measured));
    }
    double shares[2] = {0, 0};
    double counts[2] = {0, 0};
    for (const auto& outcome : fit_file("processor_time.jsonl")) {
        double held[2] = {0, 0};
        double tried[2] = {0, 0};
        if (!outcome.model) {
            continue;
        }
        for (const auto& one : later.at(outcome.measurements.method).sample) {
            const auto inputs = inputs_of(outcome, one.at);
            const auto interval = prediction_interval(*outcome.model, inputs, 0.9);
            const std::size_t beyond = outcome.model->outside_domain(inputs).empty() ? 0 : 1;
            held[beyond] += interval && interval->contains(one.value) ? 1 : 0;
            tried[beyond] += 1;
        }
        for (const std::size_t i : {0, 1}) {
            shares[i] += tried[i] > 0 ? held[i] / tried[i] : 0;
            counts[i] += tried[i] > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(shares[0] / counts[0], 0.88);
    EXPECT_LT(shares[0] / counts[0], 0.96);
    EXPECT_GT(shares[1] / counts[1], 0.78); // memory decides beyond the points
}

} // namespace
} // namespace proxima::fit
