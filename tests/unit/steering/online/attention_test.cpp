// Sensors on artificial observations, and their listeners.
#include "error_of.hpp"
#include "measured_here.hpp"
#include "scenario/port.hpp"
#include "temporary_directory.hpp"

#include <proxima/framework/framework.hpp>
#include <proxima/framework/parameter_port.hpp>
#include <proxima/online/attention.hpp>
#include <proxima/online/attention_port.hpp>
#include <proxima/online/components.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

namespace proxima::online {
namespace {

// Observes an artificial process every second, with a hundred calls of `flux.compute` in between.
class Process {
public:
    explicit Process(const std::string& sensor) : attention({parse_sensor(sensor, {"here", 0})}) {}

    std::vector<online::files::SensorFinding> second(double microseconds_of_a_call) {
        // The scatter of 2 % is the same in each run.
        const double scatter = 1 + 0.03 * std::sin(++seconds_ * 7.0);
        Totals& totals = now_.methods[{"flux", "compute", "FluxPort", "user", "flux"}];
        totals.calls += 100;
        totals.sum_us += 100 * microseconds_of_a_call * scatter;
        totals.inclusive_us = totals.sum_us;
        now_.duration_us = seconds_ * 1e6;
        now_.threads = 1;
        return attention.look(now_);
    }

    Attention attention;

private:
    Observation now_;
    double seconds_ = 0;
};

TEST(Attention, KnowsWhereADriftBeganAfterALongTime) {
    Process process("flux.*: drift");
    for (int i = 0; i < 5000; ++i) {
        EXPECT_TRUE(process.second(10).empty()) << i;
    }
    std::vector<online::files::SensorFinding> events;
    for (int i = 0; i < 20 && events.empty(); ++i) {
        events = process.second(13);
    }
    ASSERT_EQ(events.size(), 1U);
    EXPECT_NEAR(events[0].since, 5000, 4);
    EXPECT_GT(events[0].windows, 5000U);
}

TEST(Attention, FindsADriftAndWhereItBegan) {
    Process process("flux.*: drift");
    for (int i = 0; i < 60; ++i) {
        EXPECT_TRUE(process.second(10).empty()) << i;
    }
    std::vector<online::files::SensorFinding> events;
    for (int i = 0; i < 20 && events.empty(); ++i) {
        events = process.second(13);
    }
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].method, "flux.compute");
    EXPECT_EQ(events[0].sensor, "flux.*: drift");
    EXPECT_NEAR(events[0].since, 60, 2);
    EXPECT_NEAR(events[0].value, 13, 0.5);
    EXPECT_NEAR(events[0].before, 10, 0.3);
    EXPECT_TRUE(process.attention.idle().empty());
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(process.second(13).empty()) << "the new level is the usual one now";
    }
}

// Calls a method until it receives a finding about it.
class Listening final : public framework::Component,
                        public framework::GoPort,
                        public AttentionListener {
public:
    void attend(const files::SensorFinding& event) override {
        told = event;
        is_told = true;
        throw 1; // ignored
    }

    static inline files::SensorFinding told;
    static inline std::atomic<bool> is_told = false;

private:
    void set_services(framework::Services& services) override {
        services_ = &services;
        services.provide<framework::GoPort>("go", *this);
        services.use<PerformanceAttentionPort>("attention");
        services.use<framework::ParameterPort>("parameters");
    }
    int go() override {
        services_->get<framework::ParameterPort>("parameters")
            ->set("sensor", "noticed.call: mean > 0.001 us for 1 calls");
        const auto attention = services_->get<PerformanceAttentionPort>("attention");
        attention->add_listener(*this);
        scenario::Function work;
        Proxy<scenario::ScenarioPort> noticed(work, "noticed");
        while (!is_told) {
            noticed.call(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        attention->remove_listener(*this);
        return 0;
    }

    framework::Services* services_ = nullptr;
};

TEST(PerformanceAttention, TellsListeners) {
    measured_here();
    framework::Framework framework;
    register_components(framework);
    framework.register_class("Listening", [] { return std::make_unique<Listening>(); });
    auto& builder = framework.builder();
    const auto attention = builder.create_instance("attention", "PerformanceAttention");
    const auto listening = builder.create_instance("listening", "Listening");
    builder.connect(listening, "attention", attention, "attention");
    builder.connect(listening, "parameters", attention, "parameters");
    framework.go(listening, "go");
    EXPECT_EQ(Listening::told.method, "noticed.call");
    EXPECT_GT(Listening::told.value, 0.001);
    EXPECT_GE(Listening::told.at, Listening::told.since);
}

TEST(AttentionFile, ReadsSensorsWithCommentsAndSaysWhichLineIsNone) {
    const unit::TemporaryDirectory directory;
    const std::vector<Sensor> sensors = read_sensors(directory.write(
        "sensors.txt", "# fluxes\n  flux.compute: drift  # any\n\nMPI_*: share > 25 %\n"));
    ASSERT_EQ(sensors.size(), 2U);
    EXPECT_EQ(sensors[0].line, "flux.compute: drift");
    const std::string wrong = directory.write("sensors.txt", "\nflux.compute: often\n");
    const std::string said = unit::error_of([&] { read_sensors(wrong); });
    EXPECT_NE(said.find("sensors.txt:2: error: "), std::string::npos) << said;
}

} // namespace
} // namespace proxima::online
