#include "measured_assemblies.hpp"

#include <proxima/base/histogram.hpp>
#include <proxima/base/student.hpp>
#include <proxima/base/units.hpp>
#include <proxima/compare/change.hpp>
#include <proxima/compare/compare.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::study {
namespace {

// Least relative deviation of runs: effects of alignment and caches do not average out.
constexpr double least_deviation = 0.005;

// A statement of the models that runs may refute.
struct Test {
    PointAnswer* answer;
    std::string contradiction;
    double p; // probability of such runs if the statement is true
};

// Orders are many more than predictions, which they must not silence.
struct Tests {
    std::vector<Test> of_predictions;
    std::vector<Test> of_orders;
};

// Standard deviation between the runs of an assembly, as a share of their mean, from all assemblies
// of the point.
struct RunNoise {
    double deviation = 0;
    double degrees = 0;

    double error_of_mean(const MeasuredAssembly& one) const {
        return deviation / std::sqrt(static_cast<double>(one.times_us.size()));
    }
};

RunNoise noise_of(const std::vector<MeasuredAssembly>& measured) {
    RunNoise noise;
    double squares = 0;
    for (const auto& one : measured) {
        base::Moments moments;
        for (const double us : one.times_us) {
            moments.add(us / one.mean_us());
        }
        squares += moments.squares;
        noise.degrees += static_cast<double>(moments.count) - 1;
    }
    noise.deviation = std::max(least_deviation, std::sqrt(squares / noise.degrees));
    return noise;
}

// A single run does not tell how runs differ.
bool is_repeated(const MeasuredAssembly* one) {
    return one != nullptr && one->times_us.size() > 1;
}

// True if each run lies outside of the interval of the prediction, on the same side.
bool is_outside(const MeasuredAssembly& one) {
    const auto& interval = one.alternative.interval;
    return one.times_us.front() > interval.max || one.times_us.back() < interval.min;
}

// Adds the test whether the runs and the prediction differ by more than their errors.
void test_prediction(const MeasuredAssembly& one, const RunNoise& noise, PointAnswer& made,
                     std::vector<Test>& tests) {
    const auto& predicted = one.alternative;
    if (!predicted.predicted_us || predicted.interval.min <= 0 || !is_outside(one)) {
        return;
    }
    const double of_runs = noise.error_of_mean(one);
    const double of_models = std::log(predicted.interval.max / predicted.interval.min) / 2 /
                             base::student_quantile((1 + made.settings.level) / 2,
                                                    std::numeric_limits<double>::infinity());
    const double error = std::hypot(of_runs, of_models);
    const double degrees = noise.degrees * std::pow(error / of_runs, 4); // Welch and Satterthwaite
    const double distance = std::fabs(std::log(one.mean_us() / *predicted.predicted_us));
    tests.push_back({&made,
                     text_of(predicted.assembly) + ": predicted " +
                         base::human_time(*predicted.predicted_us) + " (" +
                         base::human_time(predicted.interval.min) + " to " +
                         base::human_time(predicted.interval.max) + "), " + one.text() +
                         "; the models do not hold for it",
                     2 * base::student_upper_tail(distance / error, degrees)});
}

void add_tests(PointAnswer& made, Tests& tests) {
    const auto* preferred = made.optimum_of_models
                                ? find_assembly(made.measured, made.optimum_of_models->assembly)
                                : nullptr;
    const auto noise = noise_of(made.measured);
    for (const auto& one : made.measured) {
        const bool is_shown = &one == preferred || one.alternative.assembly == made.best.assembly;
        if (is_shown && is_repeated(&one)) {
            test_prediction(one, noise, made, tests.of_predictions);
        }
    }
    for (const auto& one : made.measured) {
        if (&one == preferred || !is_repeated(&one) || !is_repeated(preferred)) {
            continue;
        }
        const double error = std::hypot(noise.error_of_mean(one), noise.error_of_mean(*preferred));
        tests.of_orders.push_back(
            {&made,
             "the models prefer " + text_of(preferred->alternative.assembly) + ", " +
                 preferred->text() + ", to " + text_of(one.alternative.assembly) + ", " +
                 one.text(),
             base::student_upper_tail(std::log(preferred->mean_us() / one.mean_us()) / error,
                                      noise.degrees)});
    }
}

// Corrects the tests together, and adds their contradictions: of each answer all, or the first.
void tell(const std::vector<Test>& tests, bool is_first_enough) {
    std::vector<double> p;
    for (const auto& test : tests) {
        p.push_back(test.p);
    }
    compare::holm(p);
    PointAnswer* told = nullptr;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (p[i] < compare::significant / 2 && !(is_first_enough && tests[i].answer == told)) {
            told = tests[i].answer;
            told->contradictions.push_back(tests[i].contradiction);
        }
    }
}

} // namespace

void find_contradictions(std::vector<PointResult>& points) {
    Tests tests;
    for (auto& point : points) {
        for (auto& answer : point.answers) {
            add_tests(answer, tests);
        }
    }
    tell(tests.of_predictions, false);
    tell(tests.of_orders, true);
}

} // namespace proxima::study
