// Single invocations of this process with their parameters, taken while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::online {

/// Invocations of one method of an instance, in the order of their ends on each thread. Text
/// parameters are left out.
struct Invocations {
    std::string instance;
    std::string method;
    std::vector<std::string> parameters;
    /// Names of values of the parameters: constants of enumerations, `true`, `false`.
    std::vector<std::map<std::int64_t, std::string>> words;
    std::vector<double> durations_us;
    std::vector<double> values; ///< of the parameters, invocation by invocation

    std::size_t count() const noexcept { return durations_us.size(); }
    const double* values_of(std::size_t invocation) const noexcept {
        return values.data() + invocation * parameters.size();
    }
};

/// From now on, keeps the invocations of methods "instance.method" that match in memory until they
/// are taken, 256 MiB at most. Thread-safe; throws nothing but std::bad_alloc.
void keep_invocations(const std::string& pattern);

/// Takes the invocations that have ended since the last call, of methods that match. Two callers
/// that take the same methods get a part each. Thread-safe; throws nothing but std::bad_alloc.
std::vector<Invocations> take_invocations(const std::string& pattern);

} // namespace proxima::online
