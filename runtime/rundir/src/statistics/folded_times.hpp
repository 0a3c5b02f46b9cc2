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
    std::vector<double> counted; ///< empty where nothing is counted
};

/// Is given the invocations of one thread in the order in which they ended.
class FoldedTimes {
public:
    /// An invocation that is not folded: those before it cannot be nested in any folded one to
    /// come.
    void pass() { ended_.clear(); }

    /// A folded invocation, and what it has counted, of as many counters as those before it.
    OwnTimes add(const Record& record, const std::vector<double>& counted = {}) {
        OwnTimes own{record.duration_ns, record.communication_ns, counted};
        while (!ended_.empty() && ended_.back().start_ns >= record.start_ns) {
            own.duration_ns -= ended_.back().duration_ns;
            own.communication_ns -= ended_.back().communication_ns;
            for (std::size_t i = 0; i < own.counted.size() && i < ended_.back().counted.size();
                 ++i) {
                own.counted[i] -= ended_.back().counted[i];
            }
            ended_.pop_back();
        }
        if (ended_.size() == most_remembered) { // in a very long series; the oldest are the least
                                                // likely to be needed
            ended_.erase(ended_.begin(), ended_.begin() + most_remembered / 2);
        }
        ended_.push_back({record.start_ns, record.duration_ns, record.communication_ns, counted});
        return own;
    }

private:
    static constexpr std::ptrdiff_t most_remembered = 1 << 16;

    struct Ended {
        double start_ns;
        double duration_ns;
        double communication_ns;
        std::vector<double> counted;
    };

    std::vector<Ended> ended_; ///< that no later invocation has enclosed yet
};

} // namespace proxima::rundir
