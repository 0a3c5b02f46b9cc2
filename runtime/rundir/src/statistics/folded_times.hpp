// Taking apart invocations below the depth limit, which nest in each other within one node.
#pragma once

#include <proxima/rundir/records.hpp>

#include <cstddef>
#include <vector>

namespace proxima::rundir {

/// The part of an invocation's times that belongs to no invocation nested in it.
struct OwnTimes {
    double duration_ns;
    double communication_ns;
};

/// Is given the invocations of one thread in the order in which they ended.
class FoldedTimes {
public:
    /// An invocation that is not folded: those before it cannot be nested in any folded one to
    /// come.
    void pass() { ended_.clear(); }

    /// A folded invocation.
    OwnTimes add(const Record& record) {
        OwnTimes own{record.duration_ns, record.communication_ns};
        while (!ended_.empty() && ended_.back().start_ns >= record.start_ns) {
            own.duration_ns -= ended_.back().duration_ns;
            own.communication_ns -= ended_.back().communication_ns;
            ended_.pop_back();
        }
        if (ended_.size() == most_remembered) { // in a very long series; the oldest are the least
                                                // likely to be needed
            ended_.erase(ended_.begin(), ended_.begin() + most_remembered / 2);
        }
        ended_.push_back({record.start_ns, record.duration_ns, record.communication_ns});
        return own;
    }

private:
    static constexpr std::ptrdiff_t most_remembered = 1 << 16;

    struct Ended {
        double start_ns;
        double duration_ns;
        double communication_ns;
    };

    std::vector<Ended> ended_; ///< that no later invocation has enclosed yet
};

} // namespace proxima::rundir
