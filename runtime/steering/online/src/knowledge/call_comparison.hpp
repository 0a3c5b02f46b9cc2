// Compares measured times of calls with the expected times.
#pragma once

#include <proxima/framework/services.hpp>
#include <proxima/online/knowledge.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::online {

// Names of the uses ports of components that ask for expected times.
inline constexpr const char* knowledge_port = "knowledge";
inline constexpr const char* builder_port = "builder";

// Calls of one method since the last comparison.
struct ComparedCalls {
    std::string method; // "instance.method"
    std::uint64_t calls;
    double taken_us;
    double expected_us;
};

// Compares calls with models; not thread-safe.
class CallComparison {
public:
    // Declares the two uses ports; the knowledge is optional.
    static void use_ports(framework::Services& services);

    // Compares the calls of matching methods since the last comparison, after keep_invocations()
    // with the same pattern. Omits methods without a model.
    std::vector<ComparedCalls> compare(framework::Services& services, const std::string& pattern);

private:
    ExpectedTimes times_;
};

} // namespace proxima::online
