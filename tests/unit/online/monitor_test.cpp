// Monitors: what they watch, how they add up, what they switch and what they answer.
#include "measured_here.hpp"
#include "port.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/online/components.hpp>
#include <proxima/online/monitor.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

namespace proxima::online {
namespace {

using scenario::Function;
using scenario::ScenarioPort;

std::uint64_t calls(const Observation& observation, const std::string& instance) {
    const auto found = observation.instances.find(instance);
    return found == observation.instances.end() ? 0 : found->second.calls;
}

std::set<std::string> instances(const Observation& observation) {
    std::set<std::string> names;
    for (const auto& [name, totals] : observation.instances) {
        names.insert(name);
    }
    return names;
}

class Monitor : public testing::Test {
protected:
    Monitor() { measured_here(); }

    void call(int times) {
        for (int i = 0; i < times; ++i) {
            flux_.call(i);
            mesh_.call(i);
        }
    }

    Function work_;
    Proxy<ScenarioPort> flux_{work_, "flux"};
    Proxy<ScenarioPort> mesh_{work_, "mesh"};
};

TEST_F(Monitor, AddsUpTheMonitorsItIsConnectedTo) {
    framework::Framework framework;
    register_components(framework);
    auto& builder = framework.builder();
    const auto parts = {std::pair("of_flux", "flux"), std::pair("of_mesh", "mesh")};
    const auto all = builder.create_instance("all", "PerformanceMonitor");
    int number = 0;
    for (const auto& [name, watched] : parts) {
        const auto part = builder.create_instance(name, "PerformanceMonitor");
        framework.with_port<framework::ParameterPort>(
            part, "parameters", [&](auto& parameters) { parameters.set("instances", watched); });
        builder.connect(all, "source" + std::to_string(++number), part, "observation");
    }
    call(10);
    framework.with_port<PerformanceObservationPort>(all, "observation", [&](auto& port) {
        EXPECT_EQ(instances(*port.observe()), (std::set<std::string>{"flux", "mesh"}));
        EXPECT_EQ(calls(*port.observe(), "flux"), 10U);
    });
}

TEST_F(Monitor, SaysOfMonitorsInACircleThatTheyAre) {
    framework::Framework framework;
    register_components(framework);
    auto& builder = framework.builder();
    const auto one = builder.create_instance("one", "PerformanceMonitor");
    builder.connect(one, "source1", one, "observation");
    framework.with_port<PerformanceObservationPort>(
        one, "observation", [&](auto& port) { EXPECT_THROW(port.observe(), framework::Error); });
}

TEST_F(Monitor, AWindowIsOfTheLastInterval) {
    PerformanceMonitor monitor;
    monitor.parameters().set("interval", "0.05");
    call(7);
    EXPECT_EQ(monitor.last_window()->duration_us, 0);
    std::uint64_t seen = 0;
    double end = 0;
    // Each window is looked at as often as it stays, and counted once.
    for (int i = 0; i < 3000 && seen < 5; ++i) {
        const auto window = monitor.last_window();
        if (i == 100) {
            call(5);
        }
        if (window->duration_us != 0 && window->duration_us != end) {
            end = window->duration_us;
            seen += calls(*window, "flux");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(seen, 5U);
    EXPECT_GE(end, 50'000 * 0.9);
}

TEST_F(Monitor, SwitchesMethodsWhileTheRunGoesOn) {
    PerformanceMonitor monitor;
    const auto method_calls = [&](const std::string& method) {
        std::uint64_t sum = 0;
        for (const auto& [key, totals] : observe().methods) {
            sum += key.method == method ? totals.calls : 0;
        }
        return sum;
    };
    const auto call_both = [&] {
        flux_.call(1);
        flux_.nothing();
    };
    call_both();
    monitor.control().measure_methods("*::call", false);
    call_both();
    EXPECT_EQ(method_calls("call"), 1U);
    EXPECT_EQ(method_calls("nothing"), 2U);
    monitor.control().measure_methods("*::call", true);
    call_both();
    EXPECT_EQ(method_calls("call"), 2U);
    monitor.control().measure(false);
    monitor.control().measure_methods("*::call", true);
    call_both();
    EXPECT_EQ(method_calls("call"), 2U);
    monitor.control().measure(true);
    call_both();
    EXPECT_EQ(method_calls("call"), 3U);
    EXPECT_EQ(method_calls("nothing"), 4U);
}

TEST_F(Monitor, RefusesAnAddressThatIsNone) {
    PerformanceMonitor monitor;
    EXPECT_THROW(monitor.parameters().set("serve", "0.0.0.0:80"), framework::Error);
    EXPECT_THROW(monitor.parameters().set("interval", "0"), framework::Error);
    EXPECT_EQ(monitor.address(), "");
}

} // namespace
} // namespace proxima::online
