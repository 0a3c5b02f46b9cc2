// Tells tests how many calls of a method the runtime has counted.
#pragma once

#include <proxima/control.hpp>
#include <proxima/detail/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

// Hides an object's class from the optimiser, so that calls are virtual.
template <class Port>
Port& opaque(Port& port) {
    Port* pointer = &port;
    asm volatile("" : "+r"(pointer) : : "memory");
    return *pointer;
}

inline std::uint64_t calls(const std::string& instance, const std::string& method) {
    std::uint64_t total = 0;
    for (const proxima::detail::ThreadSnapshot& thread : proxima::detail::snapshot()) {
        for (const proxima::detail::SnapshotNode& node : thread.nodes) {
            if (node.names.instance != nullptr && *node.names.instance == instance &&
                *node.names.method == method) {
                total += node.calls;
            }
        }
    }
    return total;
}

inline void expect_calls(const std::string& instance, const std::map<std::string, unsigned>& all) {
    for (const auto& [method, count] : all) {
        EXPECT_EQ(calls(instance, method), count) << method;
    }
}
