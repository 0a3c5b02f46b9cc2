// Single invocations of this process with their parameters, read while it runs.
//
//     online::keep_invocations("flux.*");
//     for (const auto& some : online::take_invocations("flux.*")) { // now and then
//         std::cout << some.instance << '.' << some.method << ": " << some.count() << '\n';
//     }
//
// Units: durations are in microseconds.
// Thread safety: all functions are thread-safe.
// Errors: functions throw only std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::online {

/// Invocations of one method of an instance; those of one thread are in order of their ends. Omits
/// text parameters.
struct Invocations {
    std::string instance;
    std::string method;
    std::vector<std::string> parameters;
    /// Names of parameter values: constants of enumerations, `true`, `false`.
    std::vector<std::map<std::int64_t, std::string>> words;
    std::vector<double> durations_us;
    std::vector<double> values; ///< values of the parameters, invocation by invocation

    std::size_t count() const noexcept { return durations_us.size(); }
    const double* values_of(std::size_t invocation) const noexcept {
        return values.data() + invocation * parameters.size();
    }
};

/// Starts to keep invocations of methods "instance.method" that match, until they are taken; uses
/// at most 256 MiB.
void keep_invocations(const std::string& pattern);

/// Takes the invocations of matching methods that have ended since the last call. If two callers
/// take the same methods, each gets a part.
std::vector<Invocations> take_invocations(const std::string& pattern);

} // namespace proxima::online
