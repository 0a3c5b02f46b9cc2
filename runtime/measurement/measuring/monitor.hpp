// Monitor and PerfParam: methods that are monitored by hand, and the rows that the runtime keeps of
// them and of all that is measured.
#pragma once

#include <proxima/measurement/monitor.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measuring {

// Its handles are call sites.
class RecordingMonitor final : public measurement::Monitor {
public:
    measurement::MonitorHandle
    register_method(std::string_view record,
                    const std::vector<std::string>& parameter_names) noexcept override;
    void start(measurement::MonitorHandle method) noexcept override;
    void stop(measurement::MonitorHandle method, const double* values,
              std::size_t count) noexcept override;
};

class RecordReader final : public measurement::PerfParam {
public:
    measurement::PerformanceData performance_data(std::string_view method, bool reset) override;
    std::vector<std::string> component_method_names() override;
};

} // namespace proxima::measuring
