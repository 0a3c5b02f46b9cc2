// Monitor and PerfParam.
#pragma once

#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/perf_param.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::measuring {

class RecordingMonitor final : public measurement::Monitor {
public:
    void start_monitoring(std::string_view record) noexcept override;
    void stop_monitoring(std::string_view record, const std::vector<std::string>& parameter_names,
                         const std::vector<double>& parameter_values) noexcept override;
    void set_file_name(std::string_view record, std::string_view file) noexcept override;
    bool dump_data(std::string_view record) noexcept override;
    bool dump_data_file_name(std::string_view record, std::string_view file) noexcept override;
    void destroy_record(std::string_view record) noexcept override;
};

class RecordReader final : public measurement::PerfParam {
public:
    measurement::PerformanceData performance_data(std::string_view method, bool reset) override;
    std::vector<std::string> component_method_names() override;
};

} // namespace proxima::measuring
