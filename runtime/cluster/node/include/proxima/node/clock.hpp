// Converts times of another machine's clock to the master's, with an error bound.
//
//     node::ClockModel clock;
//     clock.add({17, 1'000, 501'100, 501'200, 1'400}); // asked, received, answered, heard
//     const auto time = clock.at(501'500);
//     std::printf("%g ns, at most %g ns away\n", time->ns, time->bound_ns); // 1550 and 150
//
// Units: ns.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace proxima::node {

/// Time stamps of a question of the master to `clock` and its answer. `asked` and `heard` are times
/// of the master, the others of the node. Master minus node lies between asked - received and
/// heard - answered.
struct ClockExchange {
    std::uint64_t clock = 0;
    std::uint64_t asked_ns = 0;
    std::uint64_t received_ns = 0;
    std::uint64_t answered_ns = 0;
    std::uint64_t heard_ns = 0;
};

/// Moment of the master's clock; the true one is at most `bound_ns` away.
struct MasterTime {
    double ns = 0;
    double bound_ns = 0;
};

/// Follows one clock by exchanges of time stamps in their order. Each exchange bounds the offset.
/// Two exchanges bound the drift, the tighter the longer their distance. An offset that drift
/// cannot explain is a step, as is one that step() tells; times before and after it are converted
/// separately.
class ClockModel {
public:
    /// Keeps at most `most_fixes` exchanges, and thins out older ones.
    explicit ClockModel(std::size_t most_fixes = 65536) : most_fixes_(most_fixes) {}

    /// Largest drift of a clock; a larger difference is a step.
    static constexpr double most_drift = 2e-4;
    /// Change of a measured drift with temperature.
    static constexpr double wander = 1e-6;

    void add(const ClockExchange& exchange);

    /// Says that the clock, which showed `clock_ns` afterwards, has gained `gained_ns` (may be
    /// negative) on another clock of its machine, give or take `error_ns`. Which of the two has
    /// stepped is told by the master's time `received_ns` at which a message of that moment came.
    void step(double clock_ns, double gained_ns, double error_ns, double received_ns);

    /// Converts a time of the clock; returns nothing before the first exchange. `received_ns` is
    /// the master's time at which a message stamped `clock_ns` arrived; it decides on which side of
    /// a step the message was stamped. 0: unknown.
    std::optional<MasterTime> at(double clock_ns, double received_ns = 0) const;

    /// Returns the clock's rate relative to the master's since the last step, minus 1.
    double drift() const;
    double drift_bound() const;
    std::size_t steps() const { return steps_; }
    std::size_t exchanges() const { return count_; }
    /// Returns the shortest round trip, which limits the accuracy.
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
        double slope = 0; ///< change of the offset, in ns per ns
        double slope_bound = most_drift;
    };

    const Piece* piece_at(double received_ns) const;
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
