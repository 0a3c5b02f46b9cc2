#include "optimizer/block_spread.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::online {
namespace {

constexpr double most_differences = 64; // earlier ones are forgotten
constexpr double least_differences = 4; // that tell a variance

std::size_t level_of(double steps, std::size_t most) {
    return std::min(static_cast<std::size_t>(std::ilogb(std::max(steps, 1.0))), most);
}

} // namespace

void BlockSpread::add(double seconds, double steps) {
    for (std::size_t i = level_of(steps, most_levels - 1); i < most_levels; ++i) {
        Level& level = levels_[i];
        if (!level.unpaired) {
            level.unpaired = seconds;
            return;
        }
        const double other = *std::exchange(level.unpaired, std::nullopt);
        const double square = (seconds - other) * (seconds - other) / 2;
        level.differences = std::min(level.differences + 1, most_differences);
        level.variance += (square - level.variance) / level.differences;
        seconds = (seconds + other) / 2;
    }
}

void BlockSpread::interrupt() {
    for (Level& level : levels_) {
        level.unpaired.reset();
    }
}

void BlockSpread::scale(double factor) {
    interrupt();
    for (Level& level : levels_) {
        level.variance *= factor * factor;
    }
}

std::size_t BlockSpread::measured_level(double steps) const {
    std::size_t level = level_of(steps, most_levels - 1);
    while (level > 0 && levels_[level].differences < least_differences) {
        --level;
    }
    while (level + 1 < most_levels && levels_[level].differences == 0) {
        ++level; // what ranks agree on are pairs of steps
    }
    return level;
}

double BlockSpread::variance(double steps) const {
    const std::size_t level = measured_level(steps);
    return levels_[level].variance * std::exp2(static_cast<double>(level)) / steps;
}

double BlockSpread::differences(double steps) const {
    return levels_[measured_level(steps)].differences;
}

} // namespace proxima::online
