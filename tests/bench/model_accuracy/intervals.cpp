// Prints how often 90 % intervals hold the true mean and new invocations, at the points and beyond,
// over noise, repetitions, points and shapes, with and without interrupted calls.
#include "coverage.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace proxima::bench;

constexpr double noises[] = {0.003, 0.05, 0.2, 0.5};
constexpr int repetitions[] = {1, 2, 5, 50};
constexpr int points[] = {5, 8, 12, 40};

void print_rows(const Method& method, double interrupted, int sets) {
    for (const int count : points) {
        for (const int times : repetitions) {
            std::printf("%-10s %6d %11d", method.name, count, times);
            for (const double noise : noises) {
                const auto coverage = coverage_of(method, {noise, times, count, interrupted}, sets);
                std::printf("  %5.1f /%5.1f /%5.1f", 100 * coverage.mean, 100 * coverage.invocation,
                            100 * coverage.far);
                std::fflush(stdout);
            }
            std::printf("\n");
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    constexpr int usual = 100;
    const int sets = argument_count > 1 ? std::atoi(arguments[1]) : usual;
    if (sets < 1) {
        std::fprintf(stderr, "usage: model_intervals [SETS [METHOD]]\n");
        return 2;
    }
    for (const double interrupted : {0.0, 0.01}) {
        std::printf(
            "%% of 90 %% intervals that hold the true mean / a new invocation / one "
            "at four times the largest values, %d sets each, %.0f %% of the calls interrupted\n"
            "%-10s %6s %11s  %19s  %19s  %19s  %19s\n",
            sets, 100 * interrupted, "method", "points", "repetitions", "noise 0.3 %", "5 %",
            "20 %", "50 %");
        for (const auto& method : methods()) {
            if (argument_count < 3 || std::strcmp(arguments[2], method.name) == 0) {
                print_rows(method, interrupted, sets);
            }
        }
    }
    return 0;
}
