// Prints how often the true term is found, and the error at 16 times the largest point.
#include "instances.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace proxima::fit;
using namespace proxima::bench;

template <class ScoreOf>
void print_row(const char* name, ScoreOf score_of) {
    std::printf("%-30s", name);
    for (const double noise : noise_levels) {
        const Score score = score_of(noise);
        std::printf("  %5.1f /%5.1f %%", score.exact_share() * 100, score.median_error() * 100);
    }
    std::printf("\n");
}

void print_coverage(std::size_t count) {
    std::printf("%-30s", "in their 90 % intervals");
    for (const double noise : noise_levels) {
        std::printf("  %12.1f %%", score_of(noise, count, {}).coverage() * 100);
    }
    std::printf("\n");
}

} // namespace

int main(int argument_count, char** arguments) {
    constexpr std::size_t usual = 1000;
    const std::size_t count = argument_count > 1 ? std::strtoul(arguments[1], nullptr, 10) : usual;
    if (count == 0) {
        std::fprintf(stderr, "usage: model_accuracy [INSTANCES]\n");
        return 2;
    }
    std::printf(
        "exact terms / median error at 16 times the largest point, %zu instances a column\n",
        count);
    std::printf("%-30s  %14s  %14s  %14s  %14s\n", "", "noise 5 %", "20 %", "50 %", "100 %");
    print_row("proxima", [&](double noise) { return score_of(noise, count, {}); });
    print_row("least squares and SMAPE",
              [&](double noise) { return score_of_smape(noise, count); });
    print_coverage(count);
    std::printf("published, on other instances of this kind:\n"
                "%-30s   76.4 /  0.5 %%   44.4 /  6.4 %%   24.0 / 26.1 %%   13.4 / 47.0 %%\n"
                "%-30s   82.8 /  0.3 %%   59.6 /  2.1 %%   37.4 / 17.2 %%   18.2 / 57.3 %%\n",
                "Extra-P 4.2.5", "relative weights and AICc");
    return 0;
}
