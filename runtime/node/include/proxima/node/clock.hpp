// What another machine's clock says in the time of the master, and how wrong that may be.
#pragma once

#include <proxima/node/log.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::node {

/// A moment of the master's clock; the true one is at most `bound_ns` away.
struct MasterTime {
    double ns = 0;
    double bound_ns = 0;
};

/// Follows one clock by exchanges of time stamps, in the order in which they were made. Each bounds
/// the offset; between them the clock drifts steadily, at a rate that two exchanges bound the
/// tighter the further they are apart. Offsets that no drift explains are a step, after which
/// all begins again.
class ClockModel {
public:
    /// Who follows many clocks keeps few exchanges of each, the fewer the longer they are past.
    explicit ClockModel(std::size_t most_fixes = 65536) : most_fixes_(most_fixes) {}

    /// Crystals are better than this; more is a step.
    static constexpr double most_drift = 2e-4;
    /// What temperature does to a drift that has been measured.
    static constexpr double wander = 1e-6;

    void add(const Exchange& exchange);

    /// Nothing before the first exchange has been added. `received_ns`, when the master got what is
    /// stamped `clock_ns`, tells which side of a step that is; 0: not known.
    std::optional<MasterTime> at(double clock_ns, double received_ns = 0) const;

    /// Rate of the clock against the master's, minus 1; what it is of now.
    double drift() const;
    double drift_bound() const;
    std::size_t steps() const { return steps_; }
    std::size_t exchanges() const { return count_; }
    /// The least there was: what limits the accuracy.
    std::optional<double> best_round_trip_ns() const;

private:
    /// Offset (master minus clock) in the middle of an exchange, and its half width.
    struct Fix {
        double clock_ns = 0;
        double offset_ns = 0;
        double half_ns = 0;
    };
    struct Piece {
        std::vector<Fix> fixes;
        double slope = 0; ///< of the offset
        double slope_bound = most_drift;
    };

    static void thin_out(std::vector<Fix>& fixes);
    static void measure_drift(Piece& piece);
    static MasterTime at(const Piece& piece, double clock_ns);

    std::size_t most_fixes_;
    std::vector<Piece> pieces_;
    std::size_t count_ = 0;
    std::size_t steps_ = 0;
    double best_half_ns_ = 0;
};

} // namespace proxima::node
