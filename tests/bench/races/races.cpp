// Prints what the judge of the Optimizer does with simulated steps, whose means are known.
//
//     proxima_bench_races [RUNS [GAP]]
//
// Each line has RUNS runs (100) of 10,000 steps from each of three classes: the best, one whose
// mean is GAP times as long (1, 1.02, 1.2 and 2), and one that takes three times as long. Regret
// and time above the start are means of what ran, without its noise.
#include "optimizer/race.hpp"

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

using namespace proxima::online;
using Random = std::mt19937_64;

constexpr int steps = 10000;
constexpr std::size_t classes = 3;

// The costs of a step: all steps of a class have its mean times `load`, and a noise of mean 1.
struct Costs {
    std::string name;
    std::function<double(std::size_t of, int step, Random& random)> noise;
    std::function<double(std::size_t of, int step)> load = [](std::size_t, int) { return 1.0; };
};

double lognormal(double sigma, Random& random) {
    return std::exp(sigma * std::normal_distribution<double>()(random) - sigma * sigma / 2);
}

double pareto(double alpha, Random& random) {
    const double uniform = std::uniform_real_distribution<double>(0, 1)(random);
    return (alpha - 1) / alpha * std::pow(1 - uniform, -1 / alpha);
}

// A share of the steps takes `more` times what the others do.
double disturbed(double share, double more, Random& random) {
    const bool is_disturbed = std::uniform_real_distribution<double>(0, 1)(random) < share;
    return (is_disturbed ? 1 + more : 1) / (1 + share * more) * lognormal(0.05, random);
}

double each_tenth(int step) {
    return (step % 10 == 9 ? 25 : 1) / 3.4;
}

double cycle(int step, int period) {
    return 1 + 0.5 * std::sin(2 * std::numbers::pi * step / period);
}

Costs loaded(std::string name, std::function<double(std::size_t of, int step)> load) {
    return {std::move(name), [](std::size_t, int, Random& r) { return lognormal(0.05, r); },
            std::move(load)};
}

std::vector<Costs> all_costs() {
    const auto noisy = [](std::string name, auto noise) {
        return Costs{std::move(name), [=](std::size_t, int, Random& r) { return noise(r); }};
    };
    return {
        noisy("deviation of 5 %", [](Random& r) { return lognormal(0.05, r); }),
        {"each tenth step 25 times",
         [](std::size_t, int step, Random& r) { return each_tenth(step) * lognormal(0.05, r); }},
        {"the same, of all but the best",
         [](std::size_t of, int step, Random& r) {
             return (of == 0 ? 1 : each_tenth(step)) * lognormal(0.05, r);
         }},
        {"the same, of the best only",
         [](std::size_t of, int step, Random& r) {
             return (of == 0 ? each_tenth(step) : 1) * lognormal(0.05, r);
         }},
        noisy("20 % of the steps 6 times", [](Random& r) { return disturbed(0.2, 5, r); }),
        noisy("20 % of the steps 41 times", [](Random& r) { return disturbed(0.2, 40, r); }),
        noisy("lognormal, sigma 0.5", [](Random& r) { return lognormal(0.5, r); }),
        noisy("lognormal, sigma 1", [](Random& r) { return lognormal(1, r); }),
        noisy("lognormal, sigma 2", [](Random& r) { return lognormal(2, r); }),
        {"lognormal, sigma 0.3, the best 0.05",
         [](std::size_t of, int, Random& r) { return lognormal(of == 0 ? 0.05 : 0.3, r); }},
        {"lognormal, sigma 0.05, the best 0.3",
         [](std::size_t of, int, Random& r) { return lognormal(of == 0 ? 0.3 : 0.05, r); }},
        noisy("Pareto, alpha 2.5", [](Random& r) { return pareto(2.5, r); }),
        noisy("Pareto, alpha 1.5", [](Random& r) { return pareto(1.5, r); }),
        loaded("cycle of 10 steps, 0.5 to 1.5", [](std::size_t, int i) { return cycle(i, 10); }),
        loaded("cycle of 100 steps, 0.5 to 1.5", [](std::size_t, int i) { return cycle(i, 100); }),
        loaded("ramp from 1 to 3", [](std::size_t, int i) { return 1 + 2.0 * i / steps; }),
        loaded("3 times from the middle", [](std::size_t, int i) { return i < steps / 2 ? 1 : 3; }),
        loaded("the others 4 times up to the middle, a third then the best",
               [](std::size_t of, int i) { return i < steps / 2 && of > 0 ? 4 : 1; }),
    };
}

struct Sums {
    int runs = 0;
    int best = 0;  // ended with a class that is as fast as the best
    int worse = 0; // ended with a class that is slower than the start
    int swaps = 0; // in the first tenth
    int late_swaps = 0;
    int most_late_swaps = 0;
    double regret = 0;
    double most_above = -1;
    double above = 0;
};

void simulate(const Costs& costs, double gap, std::size_t start, unsigned seed, Sums& sums) {
    const double means[] = {1, gap, 3};
    const auto real = [&](std::size_t of) { return (of + start) % classes; };
    Random random(seed);
    Race race({classes});
    std::size_t last = 0;
    int swaps[2] = {0, 0};
    double seconds = 0;
    double of_start = 0;
    double of_best = 0;
    double usual[classes] = {};
    for (int i = 0; i < steps; ++i) {
        const std::size_t now = race.current()[0];
        swaps[i >= steps / 10 ? 1 : 0] += now != last ? 1 : 0;
        last = now;
        const double mean = means[real(now)] * costs.load(real(now), i);
        seconds += mean;
        for (std::size_t of = 0; of < classes; ++of) {
            usual[of] += means[of] * costs.load(of, i);
        }
        race.add({mean * costs.noise(real(now), i, random)});
    }
    of_start = usual[start];
    of_best = *std::min_element(usual, usual + classes);
    const auto at_end = [&](std::size_t of) { return means[of] * costs.load(of, steps - 1); };
    const double end = at_end(real(race.best()[0]));
    const double least = std::min({at_end(0), at_end(1), at_end(2)});
    ++sums.runs;
    sums.best += end <= least ? 1 : 0;
    sums.worse += end > at_end(start) ? 1 : 0;
    sums.swaps += swaps[0];
    sums.late_swaps += swaps[1];
    sums.most_late_swaps = std::max(sums.most_late_swaps, swaps[1]);
    sums.regret += seconds / of_best - 1;
    sums.above += seconds / of_start - 1;
    sums.most_above = std::max(sums.most_above, seconds / of_start - 1);
}

void print(const Costs& costs, double gap, unsigned runs) {
    Sums all;
    int stayed = 0;
    for (std::size_t start = 0; start < classes; ++start) {
        Sums sums;
        for (unsigned seed = 0; seed < runs; ++seed) {
            simulate(costs, gap, start, seed, sums);
        }
        stayed = start == 0 ? sums.best : stayed;
        all.runs += sums.runs;
        all.best += sums.best;
        all.worse += sums.worse;
        all.swaps += sums.swaps;
        all.late_swaps += sums.late_swaps;
        all.most_late_swaps = std::max(all.most_late_swaps, sums.most_late_swaps);
        all.regret += sums.regret;
        all.most_above = std::max(all.most_above, sums.most_above);
    }
    const double n = all.runs;
    std::printf(
        "| %s | %g | %.1f %% | %.1f %% | %.1f %% | %.0f | %.1f | %d | %.1f %% | %.1f %% |\n",
        costs.name.c_str(), gap, 100.0 * stayed / runs, 100 * all.best / n, 100 * all.worse / n,
        all.swaps / n, all.late_swaps / n, all.most_late_swaps, 100 * all.regret / n,
        100 * all.most_above);
    std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
    const auto runs =
        static_cast<unsigned>(count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 100);
    std::printf(
        "| costs | gap | stays | ends best | ends worse | swaps | late | most | regret | above |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    std::vector<double> gaps{1, 1.02, 1.2, 2};
    if (count > 2) {
        gaps = {std::strtod(arguments[2], nullptr)};
    }
    for (const Costs& costs : all_costs()) {
        for (const double gap : gaps) {
            print(costs, gap, runs);
        }
    }
}
