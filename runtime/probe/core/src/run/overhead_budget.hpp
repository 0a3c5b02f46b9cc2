// Decides which methods are measured in less detail, so that measuring stays within a share of the
// processor time. Reads neither clock nor calls: the caller tells both.
//
// Units: seconds for moments, nanoseconds for costs.
// Errors: throws only std::bad_alloc.
#pragma once

#include "buffer/recorder.hpp"
#include "configuration/configuration.hpp"
#include "registry/registry.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// The calls of a method since the last decision.
struct MethodLoad {
    std::uint64_t timed = 0;
    std::uint64_t untimed = 0;
    MeasuringLevel best = MeasuringLevel::recorded; // what the configuration asks for
    bool is_fixed = false;                          // somebody watches it: its level stays
};

// Calls and times since the last decision.
struct OverheadInterval {
    double now = 0;           // since the start of the run
    double processor_ns = 0;  // of the process, with what measuring has added
    double timed_call_ns = 0; // cost of a call, beyond the calibrated one
    double untimed_call_ns = 0;
    double other_ns = 0;             // on new nodes and deciding, whatever the levels are
    std::vector<MethodLoad> methods; // by number; further ones may come later
};

struct LevelChange {
    double at = 0;
    std::size_t method = 0;
    MeasuringLevel to = MeasuringLevel::recorded;
    double share = 0; // of the processor time without measuring, that the method cost before
};

class OverheadBudget {
public:
    // Calls of short functions, of bzip2 for example, cost so much more than those in the loops of
    // the calibration: code is no longer inlined, and records evict the program's data. Others cost
    // no more.
    static constexpr double beyond_calibration = 1.6;

    // Seconds between decisions, at least.
    static constexpr double least_interval = 0.001;

    // `spent_ns` is the processor time that measuring has taken so far.
    OverheadBudget(double share, double spent_ns) noexcept : share_(share), spent_ns_(spent_ns) {}

    // Lowers the dearest methods if the run has cost more than its share; raises methods again if
    // half of the share suffices for all.
    std::vector<LevelChange> decide(const OverheadInterval& interval);

private:
    struct State {
        MeasuringLevel level = MeasuringLevel::recorded;
        double earliest = 0;      // seconds of the program's own processor time: no raise before
        double pause = 1;         // until then, at the next lowering: twice the last one
        double cost_ns = 0;       // of the interval before the last lowering
        bool is_on_trial = false; // raised, and not called since
    };
    class Decision;

    double share_;
    double spent_ns_;    // on measuring, until now
    double rest_ns_ = 0; // processor time without measuring, until now
    std::vector<State> states_;
};

// The calls and costs until the last decision of a run.
struct OverheadState {
    OverheadState(double share, double spent_ns) : budget(share, spent_ns) {}

    std::size_t number_of(const RegisteredMethod& method, const Configuration& configuration);

    OverheadBudget budget;
    std::vector<const RegisteredMethod*> methods; // by number
    std::vector<MeasuringLevel> best;             // by number, of the configuration
    std::unordered_map<const RegisteredMethod*, std::size_t> numbers;
    std::uint64_t runtime_ticks_before = 0;
    Crossings crossings_before; // at the last decision, but for the times
    double ticks_of_crossing = 0;
    std::size_t nodes_before = 0;
    double deciding_ns = 0; // of the last decision
    double processor_ns_before = 0;
    std::size_t written_changes = 0;
    std::uint64_t write_due = 0;
    double pause_ns = 0;         // of deciding, processor time
    std::uint64_t pause_end = 0; // not before this tick
};

} // namespace proxima::detail
