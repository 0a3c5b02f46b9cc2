// Tests a construct: a script of calls leaves the same trace on a bare target as through a proxy,
// measured or not, and the runtime counts the calls.
#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <iomanip>
#include <map>
#include <proxima/control.hpp>
#include <proxima/detail/snapshot.hpp>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace construct {

using Trace = std::vector<std::string>;
using Calls = std::map<std::string, std::uint64_t>;

// Trace of the running script; targets and scripts write to it.
inline Trace& trace() {
    static Trace current;
    return current;
}

// Adds one line, the parts separated by blanks.
template <class... Parts>
void note(const Parts&... parts) {
    std::ostringstream line;
    line << std::boolalpha << std::setprecision(17);
    ((line << parts << ' '), ...);
    trace().push_back(line.str());
}

template <class Run>
Trace traced(Run run) {
    trace().clear();
    run();
    return std::exchange(trace(), {});
}

// Calls of each method so far, summed over ports, instances and overloads.
inline Calls count_calls() {
    Calls calls;
    for (const proxima::detail::ThreadSnapshot& thread : proxima::detail::snapshot()) {
        for (const proxima::detail::SnapshotNode& node : thread.nodes) {
            if (node.names.method != nullptr) {
                calls[*node.names.method] += node.calls;
            }
        }
    }
    return calls;
}

// Calls of a method so far, by instance.
inline Calls count_calls(const std::string& method) {
    Calls calls;
    for (const proxima::detail::ThreadSnapshot& thread : proxima::detail::snapshot()) {
        for (const proxima::detail::SnapshotNode& node : thread.nodes) {
            if (node.names.method != nullptr && *node.names.method == method) {
                calls[*node.names.instance] += node.calls;
            }
        }
    }
    return calls;
}

// Passes if it compiles.
template <class... Ports>
constexpr bool override_all = !(std::is_abstract<proxima::Proxy<Ports>>::value || ...);

template <class Port>
struct Measured {
    explicit Measured(Port& target) : proxy{target, "target"} {}
    proxima::Proxy<Port> proxy;
};

// `script` takes the ports; the targets are default constructed. Its trace is that of the bare
// targets, and `expected` counts the calls of every measured method.
template <class... Targets, class... Ports>
void expect_same(void (*script)(Ports&...), const Calls& expected) {
    const auto proxied = [script] {
        std::tuple<Targets...> targets;
        const auto measured = [script](Measured<Ports>... ports) { script(ports.proxy...); };
        std::apply([&](Targets&... target) { measured(Measured<Ports>(target)...); }, targets);
    };
    const Trace wanted = traced([script] {
        std::tuple<Targets...> targets;
        std::apply(script, targets);
    });
    EXPECT_FALSE(wanted.empty());
    proxima::disable();
    EXPECT_EQ(traced(proxied), wanted) << "unmeasured";
    Calls before = count_calls();
    proxima::enable();
    EXPECT_EQ(traced(proxied), wanted) << "measured";
    Calls after = count_calls();
    for (const auto& [method, count] : expected) {
        EXPECT_EQ(after[method] - before[method], count) << method;
    }
}

} // namespace construct
