// Tests the ports by which components measure themselves and read measurements.
#include "ports.hpp"

#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/proxy_library.hpp>
#include <proxima/measurement/connect.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace framework_test;
namespace pm = proxima::measurement;

// Records the calls that reach it.
class Logging final : public pm::Implementation, pm::Monitor, pm::PerfParam {
public:
    pm::Monitor& monitor() noexcept override { return *this; }
    pm::PerfParam& perf_param() noexcept override { return *this; }

    pm::MonitorHandle register_method(std::string_view record,
                                      const std::vector<std::string>&) noexcept override {
        log += "register " + std::string(record) + "; ";
        return nullptr;
    }
    void start(pm::MonitorHandle) noexcept override { log += "start; "; }
    void stop(pm::MonitorHandle, const double* values, std::size_t) noexcept override {
        log += "stop " + std::to_string(static_cast<int>(*values)) + "; ";
    }
    pm::PerformanceData performance_data(std::string_view method, bool) override {
        return {{std::string(method)}, {{1.5}}};
    }

    std::string log;
};

TEST(PerformancePorts, LeadToTheConnectedImplementation) {
    static Logging implementation;
    pm::connect(implementation);
    Assembly assembly([](Services& services) {
        services.use<MonitorPort>("monitor");
        services.use<PerformanceParametersPort>("parameters");
        services.use<MeasurementPort>("measurement");
        const auto builder = services.get<BuilderService>("builder");
        const auto user = builder->component_id("user");
        const auto mastermind = builder->create_instance("mastermind", "Mastermind");
        builder->connect(user, "monitor", mastermind, "monitor");
        builder->connect(user, "parameters", mastermind, "parameters");
        builder->connect(user, "measurement", builder->create_instance("timers", "Measurement"),
                         "measurement");
        const auto monitor = services.get<MonitorPort>("monitor");
        const auto method = monitor->register_method("solve", {"n"});
        const double n = 3;
        monitor->start(method);
        monitor->stop(method, &n, 1);
        const auto data =
            services.get<PerformanceParametersPort>("parameters")->performance_data("solve", false);
        EXPECT_EQ(data.columns, std::vector<std::string>{"solve"});
        const auto timer = services.get<MeasurementPort>("measurement")->create_timer("kept");
        EXPECT_EQ(timer->label().name, "kept");
        return 0;
    });
    assembly.go();
    EXPECT_EQ(implementation.log, "register solve; start; stop 3; ");
}

} // namespace
