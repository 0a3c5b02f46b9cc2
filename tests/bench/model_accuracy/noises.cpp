// How models fare with other noise, several parameters and outliers: terms found, error in the
// middle and at four times the largest point, and how often 90 % intervals hold new invocations.
#include <proxima/model/fit.hpp>
#include <proxima/model/point_table.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace proxima::model;

class Random {
public:
    explicit Random(std::uint64_t seed) : random_(seed) {}

    double even() { return static_cast<double>(random_() >> 11U) / 9007199254740992.0; }
    double normal() {
        const double angle = 2 * std::numbers::pi * even();
        return std::sqrt(-2 * std::log(1 - even())) * std::cos(angle);
    }

private:
    std::mt19937_64 random_;
};

using Factor = std::function<double(Random&)>; ///< of mean 1
using Truth = std::function<double(const std::vector<double>&)>;

struct Noise {
    const char* name;
    Factor factor;
};

struct Shape {
    const char* name;
    std::size_t parameters;
    std::vector<std::string> terms;
    Truth truth;
};

double student3(Random& random) {
    const double squares =
        std::pow(random.normal(), 2) + std::pow(random.normal(), 2) + std::pow(random.normal(), 2);
    return random.normal() / std::sqrt(squares / 3);
}

const std::vector<Noise>& noises() {
    constexpr double s = 0.1;
    static const std::vector<Noise> all{
        {"normal 10 %", [](Random& r) { return 1 + s * r.normal(); }},
        {"lognormal 30 %", [](Random& r) { return std::exp(0.3 * r.normal() - 0.045); }},
        {"gamma 4", // of four exponentials
         [](Random& r) {
             double sum = 0;
             for (int i = 0; i < 4; ++i) {
                 sum -= std::log(1 - r.even()) / 4;
             }
             return sum;
         }},
        {"Student 3", [](Random& r) { return std::max(1 + 0.05 * student3(r), 0.01); }}};
    return all;
}

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all{
        {"n^2", 1, {"1", "n^2"}, [](auto& at) { return 50 + 0.5 * at[0] * at[0]; }},
        {"n m", 2, {"1", "n * m"}, [](auto& at) { return 20 + 0.3 * at[0] * at[1]; }},
        {"n + m^2", 2, {"1", "m^2", "n"}, [](auto& at) { return 5 + 4 * at[0] + at[1] * at[1]; }},
        {"n log n / p", 3, {"1", "n * log2(n) / p"}, [](auto& at) {
             return 10 + at[0] * std::log2(at[0]) / at[2];
         }}};
    return all;
}

struct Tally {
    int exact = 0;
    int refused = 0;
    int inside = 0;
    int intervals = 0;
    std::vector<double> errors;

    double median_error() {
        std::sort(errors.begin(), errors.end());
        return errors.empty() ? 1 : errors[errors.size() / 2];
    }
};

const std::vector<std::string> names{"n", "m", "p"};

Measurements measure(const Shape& shape, const Factor& factor, double outliers, int repetitions,
                     Random& random) {
    PointTable table(shape.parameters, 0, 1);
    constexpr double sizes[] = {4, 8, 16, 32, 64};
    const auto count = static_cast<std::size_t>(std::pow(5, shape.parameters));
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<double> at;
        for (std::size_t j = 0, rest = i; j < shape.parameters; ++j, rest /= 5) {
            at.push_back(sizes[rest % 5]);
        }
        for (int k = 0; k < repetitions - static_cast<int>(i % 2); ++k) {
            const double times = random.even() < outliers ? 2 + 8 * random.even() : 1;
            const double values[] = {shape.truth(at) * factor(random) * times};
            table.add(at, {}, values);
        }
    }
    Measurements made;
    made.implementation = "synthetic";
    made.parameters.assign(names.begin(),
                           names.begin() + static_cast<std::ptrdiff_t>(shape.parameters));
    table.write(0, made);
    return made;
}

std::vector<double> inputs_of(const Model& model, const std::vector<double>& at) {
    std::vector<double> inputs;
    for (const auto& input : model.inputs) {
        inputs.push_back(at[static_cast<std::size_t>(
            std::find(names.begin(), names.end(), input.parameter) - names.begin())]);
    }
    return inputs;
}

void judge(const Shape& shape, const Factor& factor, const FitOutcome& outcome, Random& random,
           Tally& tally) {
    if (!outcome.model) {
        ++tally.refused;
        return;
    }
    auto terms = outcome.contenders.front().terms;
    auto expected = shape.terms;
    std::sort(terms.begin(), terms.end());
    std::sort(expected.begin(), expected.end());
    tally.exact += terms == expected ? 1 : 0;
    const std::vector<double> far(shape.parameters, 256);
    const double truth = shape.truth(far);
    tally.errors.push_back(
        std::fabs(outcome.model->mean(inputs_of(*outcome.model, far)) / truth - 1));
    for (int i = 0; i < 20; ++i) {
        std::vector<double> at;
        for (std::size_t j = 0; j < shape.parameters; ++j) {
            at.push_back(4 + 60 * random.even());
        }
        const auto interval =
            prediction_interval(*outcome.model, inputs_of(*outcome.model, at), 0.9);
        ++tally.intervals;
        tally.inside += interval && interval->contains(shape.truth(at) * factor(random)) ? 1 : 0;
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    const int sets = argument_count > 1 ? std::atoi(arguments[1]) : 100;
    const auto seed = argument_count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    if (sets < 1) {
        std::fprintf(stderr, "usage: model_noises [SETS [SEED]]\n");
        return 2;
    }
    std::printf("%d sets each, 4 and 5 repetitions; exact terms / median error at four times the "
                "largest / new invocations without outliers in 90 %% intervals\n"
                "%-15s %-12s  %22s  %22s  %22s\n",
                sets, "noise", "model", "no outliers", "5 %", "20 %");
    for (const auto& noise : noises()) {
        for (const auto& shape : shapes()) {
            std::printf("%-15s %-12s", noise.name, shape.name);
            for (const double outliers : {0.0, 0.05, 0.2}) {
                Random random(seed);
                Tally tally;
                for (int i = 0; i < sets; ++i) {
                    const auto made = measure(shape, noise.factor, outliers, 5, random);
                    judge(shape, noise.factor, fit(made, {}).front(), random, tally);
                }
                std::printf("  %3.0f %% /%5.1f %% /%5.1f %%", 100.0 * tally.exact / sets,
                            100 * tally.median_error(),
                            100.0 * tally.inside / std::max(tally.intervals, 1));
                std::fflush(stdout);
            }
            std::printf("\n");
        }
    }
    return 0;
}
