// How much the means of neighbouring blocks of 1, 2, 4, ... steps differ.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace proxima::online {

// The differences of an assembly from itself tell by how much turns of the same length differ
// without a reason: they include rare slow steps, cycles and waits. Not thread-safe.
class BlockSpread {
public:
    // Adds the mean of some successive steps.
    void add(double seconds, double steps);
    // The next step is no neighbour of the last one.
    void interrupt();

    // Multiplies all steps so far by `factor`.
    void scale(double factor);

    // Variance of the mean of a block of steps; 0 if unknown. Beyond the longest measured blocks,
    // steps are taken as independent.
    double variance(double steps) const;
    // Number of differences of blocks so long, or of the longest measured ones.
    double differences(double steps) const;

private:
    struct Level {
        std::optional<double> unpaired;
        double variance = 0;
        double differences = 0;
    };
    static constexpr std::size_t most_levels = 12;

    std::size_t measured_level(double steps) const;

    std::array<Level, most_levels> levels_{};
};

} // namespace proxima::online
