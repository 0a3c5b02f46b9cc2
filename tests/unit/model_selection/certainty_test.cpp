// Whether what is stated of an answer's certainty holds as often as it says, on work whose truth is
// known.
#include "selection_files.hpp"

#include <proxima/model/fit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace {

using namespace proxima::model;
using namespace proxima::model::test;

/// The same with every standard library.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : random_(seed) {}
    double even(double low, double high) {
        return low + (high - low) * (static_cast<double>(random_() >> 11U) / 9007199254740992.0);
    }
    double normal() {
        return std::sqrt(-2 * std::log(1 - even(0, 1))) *
               std::cos(2 * std::numbers::pi * even(0, 1));
    }

private:
    std::mt19937_64 random_;
};

constexpr double calls = 4;

Model constant(const std::string& name, double mean, double error) {
    Model model;
    model.implementation = model.component = name;
    model.inputs = {{"x", "x", std::nullopt}};
    model.mean = Expression(std::to_string(mean), {"x"});
    model.uncertainty.emplace();
    model.uncertainty->degrees_of_freedom = 1e6;
    model.uncertainty->gradient = {Expression("1", {"x"})};
    model.uncertainty->covariance = {{error * error}};
    return model;
}

Work work_of(const std::string& instance, const std::vector<double>& inputs, double count = calls) {
    Work work;
    work.instance = work.name = instance;
    for (const auto x : inputs) {
        work.inputs.push_back({{{"x", x}}, {}, count});
    }
    return work;
}

/// Families of two implementations: "00" and "01", "10" and "11", ...
SelectionProblem of_constants(const std::vector<Model>& models) {
    SelectionProblem problem;
    problem.models = models;
    problem.workload.emplace();
    for (std::size_t i = 0; i < models.size(); i += 2) {
        const auto instance = "instance" + std::to_string(i / 2);
        problem.families.push_back({instance,
                                    {instance},
                                    {implementation_of({}, models[i].implementation),
                                     implementation_of({}, models[i + 1].implementation)}});
        problem.workload->works.push_back(work_of(instance, {1}));
    }
    return problem;
}

/// Stated probabilities, and how often they came true; by tenths of the probability.
class Calibration {
public:
    void add(double stated, bool is_true) {
        auto& bin = bins_[std::min<std::size_t>(static_cast<std::size_t>(stated * 10), 9)];
        bin.stated += stated;
        bin.variance += stated * (1 - stated);
        bin.true_ones += is_true ? 1 : 0;
        ++bin.count;
    }

    /// Within four standard deviations of what is due to chance, and `slack` of the number.
    void check(double slack) const {
        for (const auto& bin : bins_) {
            EXPECT_NEAR(bin.true_ones, bin.stated,
                        4 * std::sqrt(bin.variance) + slack * bin.count + 1)
                << "stated " << bin.stated / std::max(bin.count, 1.0) << ", of " << bin.count;
        }
    }

private:
    struct Bin {
        double stated = 0;
        double variance = 0;
        double true_ones = 0;
        double count = 0;
    };
    Bin bins_[10];
};

TEST(Certainty, TheRunnerUpIsBetterAsOftenAsIsSaid) {
    Chance chance(1);
    Calibration calibration;
    for (int trial = 0; trial < 2000; ++trial) {
        // What is measured differs from the truth by the error that the models state.
        const double truth[] = {100, 100 + chance.even(-20, 20)};
        const double errors[] = {chance.even(0.5, 5), chance.even(0.5, 5)};
        std::vector<Model> models;
        for (int i = 0; i < 2; ++i) {
            models.push_back(constant("M" + std::to_string(i),
                                      truth[i] + errors[i] * chance.normal(), errors[i]));
        }
        const auto problem = of_constants(models);
        const auto answer = select(problem, *problem.workload, without_variation());
        const auto chosen = answer.best[0].implementations[0];
        ASSERT_TRUE(answer.best[1].better_probability.has_value());
        calibration.add(*answer.best[1].better_probability, truth[1 - chosen] < truth[chosen]);
    }
    calibration.check(0);
}

TEST(Certainty, AlternativesOfManyInstancesAreBetterAsOftenAsIsSaid) {
    Chance chance(2);
    Calibration calibration;
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<double> truth;
        std::vector<Model> models;
        for (int i = 0; i < 6; ++i) {
            truth.push_back(100 + chance.even(-20, 20));
            const double error = chance.even(0.5, 5);
            models.push_back(
                constant("M" + std::to_string(i), truth.back() + error * chance.normal(), error));
        }
        const auto problem = of_constants(models);
        const auto answer = select(problem, *problem.workload, without_variation());
        const auto true_cost = [&](const Alternative& one) {
            double sum = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                sum += truth[2 * i + one.implementations[i]];
            }
            return sum;
        };
        for (std::size_t i = 1; i < answer.best.size(); ++i) {
            calibration.add(*answer.best[i].better_probability,
                            true_cost(answer.best[i]) < true_cost(answer.best[0]));
        }
    }
    calibration.check(0.02);
}

/// The slope is measured on some invocations, and known as well as these tell; a new run has
/// others.
TEST(Certainty, IntervalsHoldTheTimeOfANewRunAsOftenAsTheySay) {
    constexpr double noise = 0.2;
    constexpr int measured = 30;
    Chance chance(3);
    int inside = 0;
    int trials = 0;
    for (; trials < 600; ++trials) {
        double slope = 0; // in truth 0.5
        for (int i = 0; i < measured; ++i) {
            slope += 0.5 * (1 + noise * chance.normal()) / measured;
        }
        auto model = constant("M", 0, 0);
        model.mean = Expression(std::to_string(slope) + " * x", {"x"});
        model.stddev = Expression(std::to_string(0.5 * noise) + " * x", {"x"});
        model.uncertainty->gradient = {Expression("x", {"x"})};
        model.uncertainty->covariance = {{0.25 * noise * noise / measured}};
        SelectionProblem problem;
        problem.models = {model};
        problem.families = {{"instance", {"instance"}, {implementation_of({}, "M")}}};
        std::vector<double> inputs;
        double time = 0;
        for (int i = 0; i < 5; ++i) {
            inputs.push_back(chance.even(100, 1000));
            for (int call = 0; call < static_cast<int>(calls); ++call) {
                time += 0.5 * inputs.back() * (1 + noise * chance.normal());
            }
        }
        Workload workload;
        workload.works.push_back(work_of("instance", inputs));
        const auto answer = select(problem, workload, without_variation());
        const auto& interval = answer.best[0].prediction.interval;
        inside += time >= interval.min && time <= interval.max ? 1 : 0;
    }
    EXPECT_GT(inside, 0.87 * trials);
    EXPECT_LT(inside, 0.93 * trials);
}

/// Seven sizes, five invocations each.
Measurements measured(double (*truth)(double), double noise, Chance& chance) {
    Measurements made;
    made.implementation = "M";
    made.parameters = {"x"};
    for (double x = 10; x < 1000; x *= 2) {
        Point point;
        point.at = {x};
        std::vector<double> values;
        for (point.count = 0; point.count < 5; ++point.count) {
            values.push_back(truth(x) * (1 + noise * chance.normal()));
            point.mean += values.back() / 5;
        }
        for (const double value : values) {
            point.variance += (value - point.mean) * (value - point.mean) / 4;
            made.sample.push_back({{x}, {}, value});
        }
        made.points.push_back(point);
    }
    return made;
}

/// The formula is as uncertain as its coefficients where noise hides which of many is right, and
/// over many calls nothing else is left of the error.
TEST(Certainty, IntervalsOfRunsHoldWhereTheFormulaWasChosenFromNoise) {
    constexpr double noise = 0.2;
    constexpr double many = 100;
    double (*const truths[])(double) = {
        [](double x) { return 0.5 * x; },
        [](double x) { return 5 + 0.1 * x * std::log2(x); },
        [](double x) { return 3 + 2 * std::sqrt(x); },
    };
    Chance chance(5);
    int inside = 0;
    int trials = 0;
    for (; trials < 150; ++trials) {
        const auto truth = truths[trials % 3];
        const auto outcome = fit(measured(truth, noise, chance), {}).front();
        ASSERT_TRUE(outcome.model) << outcome.refusal;
        SelectionProblem problem;
        problem.models = {*outcome.model};
        problem.families = {{"instance", {"instance"}, {implementation_of({}, "M")}}};
        std::vector<double> inputs;
        double time = 0;
        for (int i = 0; i < 5; ++i) {
            inputs.push_back(chance.even(10, 640));
            for (int call = 0; call < static_cast<int>(many); ++call) {
                time += truth(inputs.back()) * (1 + noise * chance.normal());
            }
        }
        Workload workload;
        workload.works.push_back(work_of("instance", inputs, many));
        const auto answer = select(problem, workload, without_variation());
        const auto& interval = answer.best[0].prediction.interval;
        inside += time >= interval.min && time <= interval.max ? 1 : 0;
    }
    EXPECT_GT(inside, 0.85 * trials);
    EXPECT_LT(inside, 0.95 * trials);
}

/// The measurement that is advised is the one without whose error the least doubt is left: tried
/// with each.
TEST(Certainty, TheMeasurementThatIsAdvisedIsTheBest) {
    Chance chance(4);
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<Model> models;
        for (int i = 0; i < 4; ++i) {
            models.push_back(
                constant("M" + std::to_string(i), chance.even(90, 110), chance.even(0.5, 10)));
        }
        auto problem = of_constants(models);
        const auto answer = select(problem, *problem.workload, without_variation());
        ASSERT_TRUE(answer.doubt.has_value());
        EXPECT_DOUBLE_EQ(answer.doubt->before, *answer.best[1].better_probability);
        double least = 1;
        std::string best;
        for (auto& model : problem.models) {
            const auto covariance = model.uncertainty->covariance;
            model.uncertainty->covariance = {{0}};
            const auto known = select(problem, *problem.workload, without_variation());
            model.uncertainty->covariance = covariance;
            const double left = known.best[1].better_probability.value_or(0);
            if (left < least) {
                least = left;
                best = model.implementation;
            }
        }
        EXPECT_EQ(answer.doubt->measurement.what, best);
        EXPECT_NEAR(answer.doubt->after, least, 1e-12);
    }
}

/// Both assemblies rely on the most uncertain model alike; to measure it again tells nothing.
TEST(Certainty, WhatBothRelyOnAlikeNeedsNoMeasurement) {
    SelectionFiles files;
    const auto uncertain = [](double variance) {
        return R"("interval": {"level": 0.9, "degrees_of_freedom": 100, "gradient": ["1"],
                   "covariance": [[)" +
               std::to_string(variance) + "]]}";
    };
    const auto answer = files.answer(model_of("Shared", "100", uncertain(1000)) + "," +
                                         model_of("A1", "10", uncertain(1)) + "," +
                                         model_of("A2", "11", uncertain(4)),
                                     R"("families": [{"name": "a", "implementations": ["A1", "A2"]},
                        {"name": "s", "implementations": ["Shared"]}],
           "workload": [{"instance": "a", "inputs": [{"values": {"x": 1}}]},
                        {"instance": "s", "inputs": [{"values": {"x": 1}}]}])");
    EXPECT_EQ(answer.doubt->measurement.what, "A2");
    EXPECT_NEAR(*answer.best[1].better_probability,
                0.5 * std::erfc(1 / std::sqrt(5.0) / std::sqrt(2.0)), 1e-12);
}

} // namespace
