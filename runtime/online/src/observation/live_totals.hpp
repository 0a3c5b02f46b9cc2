// What instances have taken until now, in this process.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace proxima::online {

struct Total {
    std::uint64_t calls = 0;
    double microseconds = 0; ///< in calls that were not made by the instance itself

    Total operator-(const Total& before) const {
        return {calls - before.calls, microseconds - before.microseconds};
    }
};

/// By instance; of all threads together. Costs a look at each node of their call trees. Throws
/// nothing but std::bad_alloc.
std::map<std::string, Total> live_totals();

} // namespace proxima::online
