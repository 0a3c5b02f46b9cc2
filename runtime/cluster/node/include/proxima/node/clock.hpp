// Converts times of another machine's clock to the master's, with an error bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::node {

/// The master asked `clock` for its time. `asked` and `heard` are times of the master, the others
/// of the node. Master minus node lies between asked - received and heard - answered.
struct ClockExchange {
    std::uint64_t clock = 0;
    std::uint64_t asked_ns = 0;
    std::uint64_t received_ns = 0;
    std::uint64_t answered_ns = 0;
    std::uint64_t heard_ns = 0;
};

/// A moment of the master's clock; the true one is at most `bound_ns` away.
struct MasterTime {
    double ns = 0;
    double bound_ns = 0;
};

/// Follows one clock by exchanges of time stamps, in their order. Each exchange bounds the offset.
/// Two exchanges bound the drift, the tighter the further they are apart. An offset that drift
/// cannot explain is a step: times before and after it are kept apart.
class ClockModel {
public:
    /// Keeps at most `most_fixes` exchanges; older ones are thinned out.
    explicit ClockModel(std::size_t most_fixes = 65536) : most_fixes_(most_fixes) {}

    /// No clock drifts more; a larger difference is a step.
    static constexpr double most_drift = 2e-4;
    /// Change of a measured drift by temperature.
    static constexpr double wander = 1e-6;

    void add(const ClockExchange& exchange);

    /// Nothing before the first exchange. `received_ns`, the master's time at which a message
    /// stamped `clock_ns` arrived, tells the side of a step; 0: not known.
    std::optional<MasterTime> at(double clock_ns, double received_ns = 0) const;

    /// Rate of the clock relative to the master's, minus 1; since the last step.
    double drift() const;
    double drift_bound() const;
    std::size_t steps() const { return steps_; }
    std::size_t exchanges() const { return count_; }
    /// The shortest: it limits the accuracy.
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
