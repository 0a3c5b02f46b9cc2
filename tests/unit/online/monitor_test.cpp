// Monitors: what they watch, how they add up, what they switch and what they answer.
#include "measured_here.hpp"
#include "observation/export.hpp"
#include "port.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/online/components.hpp>
#include <proxima/online/monitor.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <chrono>
#include <set>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

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

/// The whole answer to a GET.
std::string get(const std::string& address, const std::string& path) {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    name.sin_port =
        htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(::connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    const std::string request = "GET " + path + " HTTP/1.0\r\n\r\n";
    EXPECT_EQ(::send(socket, request.data(), request.size(), 0),
              static_cast<ssize_t>(request.size()));
    std::string answer;
    char piece[4096];
    for (ssize_t got = 0; (got = ::recv(socket, piece, sizeof piece, 0)) > 0;) {
        answer.append(piece, static_cast<std::size_t>(got));
    }
    ::close(socket);
    return answer;
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

TEST_F(Monitor, WatchesWhatItIsTold) {
    call(10);
    PerformanceMonitor monitor;
    EXPECT_EQ(instances(*monitor.observe()), (std::set<std::string>{"flux", "mesh"}));
    monitor.parameters().set("instances", "fl* other");
    EXPECT_EQ(instances(*monitor.observe()), (std::set<std::string>{"flux"}));
    EXPECT_EQ(monitor.observe()->methods.size(), 1U);
    EXPECT_EQ(monitor.observe()->bins.size(), 1U);
}

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

TEST_F(Monitor, AnswersHttp) {
    call(10);
    PerformanceMonitor monitor;
    monitor.parameters().set("serve", "127.0.0.1:0");
    const std::string metrics = get(monitor.address(), "/metrics");
    EXPECT_NE(metrics.find("proxima_calls_total{instance=\"flux\",port=\"scenario::ScenarioPort\","
                           "method=\"call\",user=\"\",uses_port=\"\"} 10\n"),
              std::string::npos)
        << metrics;
    EXPECT_NE(metrics.find("\r\nContent-Type: application/openmetrics-text"), std::string::npos);
    EXPECT_EQ(metrics.substr(metrics.size() - 6), "# EOF\n");
    const std::string state = get(monitor.address(), "/state");
    const auto json = nlohmann::json::parse(state.substr(state.find("\r\n\r\n") + 4));
    EXPECT_EQ(json.at("methods").size(), 2U);
    EXPECT_EQ(json.at("methods").at(0).at("instance"), "flux");
    EXPECT_EQ(json.at("methods").at(0).at("calls"), 10);
    EXPECT_EQ(get(monitor.address(), "/other").substr(0, 12), "HTTP/1.0 404");
}

TEST_F(Monitor, RefusesAnAddressThatIsNone) {
    PerformanceMonitor monitor;
    EXPECT_THROW(monitor.parameters().set("serve", "0.0.0.0:80"), framework::Error);
    EXPECT_THROW(monitor.parameters().set("interval", "0"), framework::Error);
    EXPECT_EQ(monitor.address(), "");
}

TEST(Export, NamesCannotBreakOutOfTheirLabels) {
    Observation observation;
    observation.methods[{"a\"b\\c\nd", "\xff", "p", "", ""}].calls = 1;
    const std::string text = to_openmetrics(observation);
    EXPECT_NE(text.find(R"(instance="a\"b\\c)"), std::string::npos);
    EXPECT_EQ(text.find("c\nd"), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_TRUE(nlohmann::json::accept(to_json(observation, observation)));
}

} // namespace
} // namespace proxima::online
