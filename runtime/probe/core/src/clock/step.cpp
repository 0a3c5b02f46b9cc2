#include "clock/step.hpp"

#include <algorithm>
#include <cstddef>

namespace proxima::detail {
namespace {

// The most frequent one of those that are longer than a tick; 0 if there is none.
std::uint64_t usual(const ClockAdvances& sorted) noexcept {
    std::uint64_t result = 0;
    std::ptrdiff_t most = 0;
    for (const auto* first = std::upper_bound(sorted.begin(), sorted.end(), std::uint64_t{1});
         first != sorted.end();) {
        const auto* last = std::upper_bound(first, sorted.end(), *first);
        if (last - first > most) {
            most = last - first;
            result = *first;
        }
        first = last;
    }
    return result;
}

bool is_multiple(std::uint64_t advance, std::uint64_t step) noexcept {
    const std::uint64_t rest = advance % step;
    return rest <= 1 || rest == step - 1;
}

} // namespace

std::uint64_t step_of(ClockAdvances advances) noexcept {
    constexpr std::uint64_t shortest = 8; // below it, a tick more or less says little
    constexpr std::ptrdiff_t nearly_all = 900;
    std::sort(advances.begin(), advances.end());
    const std::uint64_t advance = usual(advances);
    for (std::uint64_t parts = 1; advance / parts >= shortest; ++parts) {
        const std::uint64_t step = advance / parts;
        const std::ptrdiff_t multiples =
            std::count_if(advances.begin(), advances.end(),
                          [=](std::uint64_t each) { return is_multiple(each, step); });
        if (multiples >= nearly_all) {
            return step;
        }
    }
    return 1;
}

} // namespace proxima::detail
