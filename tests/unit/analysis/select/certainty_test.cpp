// Probabilities stated with an answer hold as often as they say, on work whose truth is known.
#include "chance.hpp"
#include "selection_files.hpp"

#include <proxima/fit/fit.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace proxima::fit;
using namespace proxima::gather;
using namespace proxima::select;
using namespace proxima::test;

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

// Families of two implementations: "00" and "01", "10" and "11", ...
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

// Seven sizes, five invocations each.
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

// If noise hides which of many formulas is right, the formula is as uncertain as its coefficients.
// Over many calls no other error remains.
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
    for (; trials < 600; ++trials) {
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

// The suggested measurement is the one that leaves the least doubt; the test tries each.
TEST(Certainty, SuggestsTheBestMeasurement) {
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

} // namespace
