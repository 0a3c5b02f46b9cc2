// Monitor and PerfParam: methods that are monitored by hand, and the rows that the runtime keeps of
// them and of all that is measured.
#pragma once

#include "call_sites.hpp"

#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/perf_param.hpp>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

// A name with its parameters: a call site. Lives as long as the process.
class MonitoredMethod {
public:
    explicit MonitoredMethod(measuring::CallSite& call_site) noexcept : site(&call_site) {}

    measuring::CallSite* site;
};

} // namespace proxima::measurement

namespace proxima::measuring {

class RecordingMonitor final : public measurement::Monitor {
public:
    using Handle = measurement::MonitorHandle;
    using Names = std::vector<std::string>;

    Handle register_method(std::string_view record, const Names& parameter_names) noexcept override;
    void start(Handle method) noexcept override;
    void stop(Handle method, const double* values, std::size_t count) noexcept override;

    void start_monitoring(std::string_view record) noexcept override;
    void stop_monitoring(std::string_view record, const Names& parameter_names,
                         const std::vector<double>& parameter_values) noexcept override;
    void set_file_name(std::string_view record, std::string_view file) noexcept override;
    bool dump_data(std::string_view record) noexcept override;
    bool dump_data_file_name(std::string_view record, std::string_view file) noexcept override;
    void destroy_record(std::string_view record) noexcept override;

private:
    // All methods of one name.
    struct Record {
        std::map<Names, measurement::MonitoredMethod> methods; // by parameters
        std::atomic<Handle> latest{nullptr};
        std::string file;
    };

    // Throws std::bad_alloc.
    Handle method_of(std::string_view record, const Names& parameter_names);
    std::string file_of(std::string_view record);

    std::map<std::string, Record, std::less<>> records_; // with a Lock
};

class RecordReader final : public measurement::PerfParam {
public:
    measurement::PerformanceData performance_data(std::string_view method, bool reset) override;
    std::vector<std::string> component_method_names() override;
};

} // namespace proxima::measuring
