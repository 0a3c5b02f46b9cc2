// From thread time, in which the runtime's own work does not count, back to the clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace proxima::rundir {

/// Remembers how much the runtime had used by each block of a thread, so that the start of an
/// invocation that began many blocks ago is placed where it was, and invocations nest on the clock
/// as they do in thread time.
class ThreadTime {
public:
    void begin_thread() { periods_.clear(); }

    void begin_block(std::uint64_t base, std::uint64_t overhead) {
        if (periods_.empty() || base >= periods_.back().base) { // else the file is damaged
            periods_.push_back({base, overhead});
        }
    }

    std::uint64_t clock_ticks(std::uint64_t time) const {
        if (periods_.empty()) {
            return time;
        }
        if (time >= periods_.back().base) {
            return time + periods_.back().overhead;
        }
        const auto after =
            std::upper_bound(periods_.begin(), periods_.end(), time,
                             [](std::uint64_t t, const Period& period) { return t < period.base; });
        return time + (after == periods_.begin() ? *after : *(after - 1)).overhead;
    }

private:
    struct Period {
        std::uint64_t base; ///< thread time
        std::uint64_t overhead;
    };

    std::vector<Period> periods_;
};

} // namespace proxima::rundir
