// Tests what monitors watch, add up, switch and answer.
#include "measured_here.hpp"
#include "scenario/port.hpp"

#include <proxima/control.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/online/components.hpp>
#include <proxima/online/monitor.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
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
    Monitor() {
        measured_here();
        before_ = observe();
    }

    Observation of_this_test() const { return observe() - before_; }

    void call(int times) {
        for (int i = 0; i < times; ++i) {
            flux_.call(i);
            mesh_.call(i);
        }
    }

    Observation before_;
    Function work_;
    Proxy<ScenarioPort> flux_{work_, "flux"};
    Proxy<ScenarioPort> mesh_{work_, "mesh"};
};

TEST_F(Monitor, ShowsTheInstancesThatItWatches) {
    framework::Framework framework;
    register_components(framework);
    const auto monitor = framework.builder().create_instance("monitor", "PerformanceMonitor");
    framework.with_port<framework::ParameterPort>(
        monitor, "parameters", [](auto& parameters) { parameters.set("instances", "flux"); });
    call(10);
    framework.with_port<PerformanceObservationPort>(monitor, "observation", [](auto& port) {
        EXPECT_EQ(instances(*port.observe()), (std::set<std::string>{"flux"}));
        EXPECT_EQ(calls(*port.observe(), "flux"), 10U);
    });
}

TEST_F(Monitor, AWindowIsOfTheLastInterval) {
    PerformanceMonitor monitor;
    monitor.parameters().set("interval", "0.05");
    call(7);
    EXPECT_EQ(monitor.last_window()->duration_us, 0);
    std::uint64_t seen = 0;
    double end = 0;
    // Sees each window many times, and counts it once.
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
        for (const auto& [key, totals] : of_this_test().methods) {
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

TEST_F(Monitor, SwitchesInstancesOffAndOnAgain) {
    PerformanceMonitor monitor;
    call(2);
    monitor.control().measure_instances("fl*", false);
    Proxy<ScenarioPort> late(work_, "flow"); // first called while switched off
    call(3);
    late.call(1);
    EXPECT_EQ(calls(of_this_test(), "flux"), 2U);
    EXPECT_EQ(calls(of_this_test(), "mesh"), 5U);
    EXPECT_EQ(calls(of_this_test(), "flow"), 0U);
    monitor.control().measure_instances("flux", true);
    call(4);
    late.call(1);
    EXPECT_EQ(calls(of_this_test(), "flux"), 6U);
    EXPECT_EQ(calls(of_this_test(), "flow"), 0U);
}

TEST(RecordsOfAll, HaveNoStatisticsBesidesThem) {
    measured_here("all");
    PerformanceMonitor monitor;
    EXPECT_THROW(monitor.control().sample_methods("*", "aggregate"), framework::Error);
}

TEST(Sampling, ChangesWhileTheRunGoesOn) {
    const auto& directory = measured_here("every:1");
    PerformanceMonitor monitor;
    Function work;
    Proxy<ScenarioPort> port(work, "sampled");
    const auto call = [&](int times) { // fills complete thread buffers
        for (int i = 0; i < times; ++i) {
            port.call(i);
        }
    };
    constexpr int buffer = 4096;
    call(buffer);
    monitor.control().sample_methods("*::call", "every:64");
    call(buffer);
    monitor.control().sample_methods("*::call", "aggregate");
    call(buffer);
    monitor.control().sample_methods("*::call", "all");
    call(buffer);
    EXPECT_EQ(calls(*monitor.observe(), "sampled"), 4U * buffer);
    proxima::finish();
    rundir::ReadOutcome outcome;
    const auto run = rundir::RunDirectory::open(directory);
    rebuild_call_graph(run, outcome);
    EXPECT_EQ(outcome.records, 2U * buffer + buffer / 64);
    const auto graph = rundir::load_call_graph(run.call_graph_file());
    EXPECT_EQ(graph.nodes.at(0).statistics.calls, 4U * buffer);
}

} // namespace
} // namespace proxima::online
