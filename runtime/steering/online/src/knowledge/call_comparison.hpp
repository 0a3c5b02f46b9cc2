// The times of calls beside the times that models expect.
#pragma once

#include <proxima/framework/services.hpp>
#include <proxima/online/knowledge.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::online {

// Uses ports of components that ask for expected times.
inline constexpr const char* knowledge_port = "knowledge";
inline constexpr const char* builder_port = "builder";

// Calls of one method since the last comparison.
struct ComparedCalls {
    std::string method; // "instance.method"
    std::uint64_t calls;
    double taken_us;
    double expected_us;
};

// Not thread-safe.
class CallComparison {
public:
    // Declares the two uses ports; the knowledge is optional.
    static void use_ports(framework::Services& services);

    // Compares the calls of methods that match `pattern` since the last time; keep_invocations()
    // must have been called with it. Omits methods that no model knows.
    std::vector<ComparedCalls> compare(framework::Services& services, const std::string& pattern);

private:
    ExpectedTimes times_;
};

} // namespace proxima::online
