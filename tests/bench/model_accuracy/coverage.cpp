#include "coverage.hpp"

#include "chance.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/gather/point_table.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::bench {

using namespace base;
using namespace gather;
using namespace fit;
namespace {

// Random factor with mean 1; log-normal for large noise, because normal times would fall below 0.
double factor(test::Chance& chance, double noise) {
    if (noise <= 0.2) {
        return 1 + noise * chance.normal();
    }
    const double variance = std::log(1 + noise * noise);
    return std::exp(std::sqrt(variance) * chance.normal() - variance / 2);
}

constexpr double least = 4;
constexpr double most = 256;
constexpr double level = 0.9;
const std::vector<std::string> names{"n", "m"};

// Values from `least` to `most`, evenly on a logarithmic scale.
std::vector<double> values_of_a_parameter(int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) {
        values.push_back(least * std::pow(most / least, i / (count - 1.0)));
    }
    return values;
}

std::vector<std::vector<double>> points_of(const Method& method, int count) {
    std::vector<std::vector<double>> points;
    if (method.parameters == 1) {
        for (const double value : values_of_a_parameter(count)) {
            points.push_back({value});
        }
        return points;
    }
    constexpr int fewest = 5;
    const auto side = std::max(fewest, static_cast<int>(std::lround(std::sqrt(count))));
    for (const double n : values_of_a_parameter(side)) {
        for (const double m : values_of_a_parameter(side)) {
            points.push_back({n, m});
        }
    }
    return points;
}

Measurements measure(const Method& method, const Measuring& measuring, test::Chance& chance) {
    PointTable table(method.parameters, 0, 1);
    for (const auto& at : points_of(method, measuring.points)) {
        for (int i = 0; i < measuring.repetitions; ++i) {
            const double delay =
                chance.even() < measuring.interrupted ? 1000 + 9000 * chance.even() : 0;
            const double noise = measuring.noise * method.noise(at);
            const double values[] = {method.time(at) * factor(chance, noise) + delay};
            table.add(at, {}, values);
        }
    }
    Measurements made;
    made.implementation = "synthetic";
    made.parameters.assign(names.begin(),
                           names.begin() + static_cast<std::ptrdiff_t>(method.parameters));
    table.write(0, made);
    return made;
}

std::vector<double> inputs_of(const Model& model, const std::vector<double>& at) {
    std::vector<double> inputs;
    for (const auto& input : model.inputs) {
        const auto name = std::find(names.begin(), names.end(), input.parameter);
        inputs.push_back(at[static_cast<std::size_t>(name - names.begin())]);
    }
    return inputs;
}

struct Tally {
    double of_mean = 0;
    double of_invocation = 0;
    double far = 0;
    double tried = 0;
};

void judge(const Method& method, double noise, const Model& model, test::Chance& chance,
           Tally& tally) {
    constexpr int places = 10;
    Model without_noise = model;
    without_noise.stddev = Expression("0", model.input_names());
    for (int i = 0; i < places; ++i) {
        std::vector<double> at;
        for (std::size_t j = 0; j < method.parameters; ++j) {
            at.push_back(least * std::pow(most / least, chance.even()));
        }
        const auto of_mean = prediction_interval(without_noise, inputs_of(model, at), level);
        const auto holds_invocation = [&](const std::vector<double>& place) {
            const auto interval = prediction_interval(model, inputs_of(model, place), level);
            const double one = method.time(place) * factor(chance, noise * method.noise(place));
            return interval && interval->contains(one) ? 1.0 : 0.0;
        };
        tally.of_mean += of_mean && of_mean->contains(method.time(at)) ? 1 : 0;
        tally.of_invocation += holds_invocation(at);
        tally.far += holds_invocation(std::vector<double>(method.parameters, 4 * most));
        tally.tried += 1;
    }
}

} // namespace

const std::vector<Method>& methods() {
    using At = const std::vector<double>&;
    const auto even = [](At) { return 1.0; };
    static const std::vector<Method> all{
        {"one term", 1, [](At at) { return 100 + 2 * at[0]; }, even},
        {"two terms", 1, [](At at) { return 100 + 5 * at[0] + 0.1 * at[0] * at[0]; }, even},
        {"constant", 1, [](At) { return 100.0; }, even},
        {"n * m", 2, [](At at) { return 100 + 0.3 * at[0] * at[1]; }, even},
        {"growing", 1, [](At at) { return 100 + 2 * at[0]; },
         [](At at) { return std::sqrt(at[0] / most); }}};
    return all;
}

Coverage coverage_of(const Method& method, const Measuring& measuring, int sets,
                     std::uint64_t seed) {
    test::Chance chance(seed);
    Tally tally;
    for (int i = 0; i < sets; ++i) {
        const auto outcome = fit::fit(measure(method, measuring, chance), {}).front();
        if (outcome.model) {
            judge(method, measuring.noise, *outcome.model, chance, tally);
        }
    }
    const double tried = std::max(tally.tried, 1.0);
    return {tally.of_mean / tried, tally.of_invocation / tried, tally.far / tried};
}

} // namespace proxima::bench
