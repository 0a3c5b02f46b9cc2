/// \file
/// Single invocations of this process with their parameters, taken while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::online {

/// Of one method of an instance, in the order in which they ended on each thread. Parameters that
/// are texts are not among the columns.
struct Invocations {
    std::string instance;
    std::string method;
    std::vector<std::string> parameters;
    /// What values of the parameters are called: constants of enumerations, `true`, `false`.
    std::vector<std::map<std::int64_t, std::string>> words;
    std::vector<double> durations_us;
    std::vector<double> values; ///< of the parameters, invocation by invocation

    std::size_t count() const noexcept { return durations_us.size(); }
    const double* values_of(std::size_t invocation) const noexcept {
        return values.data() + invocation * parameters.size();
    }
};

/// From now on the invocations of methods "instance.method" that match are kept in memory, until
/// they are taken: 256 MiB of them at most. Thread-safe; throws nothing but std::bad_alloc.
void keep_invocations(const std::string& pattern);

/// Those that have ended since the last call, of methods that match. Thread-safe; throws nothing
/// but std::bad_alloc. Of two who take the same, each gets some.
std::vector<Invocations> take_invocations(const std::string& pattern);

} // namespace proxima::online
