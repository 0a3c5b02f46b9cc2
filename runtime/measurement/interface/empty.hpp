// What implementations say that keep nothing to be asked for.
#pragma once

#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/perf_param.hpp>
#include <proxima/measurement/query.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

class EmptyQuery : public Query {
public:
    using Names = std::vector<std::string>;

    Names timer_names() const override { return {}; }
    Names counter_names() const override { return {"WALL_CLOCK"}; }
    TimerData timer_data(const Names& names) const override {
        const std::size_t count = names.size();
        const std::vector<std::vector<double>> zeros(count, {0.0});
        const std::vector<std::uint64_t> no_calls(count);
        return {zeros, zeros, no_calls, no_calls, counter_names()};
    }
    TimerData timer_data(const Names& names, std::uint64_t) const override {
        return timer_data(names);
    }
    std::vector<std::uint64_t> threads() const override { return {}; }
    std::vector<ActiveTimer> active_timers() const override { return {}; }
    Names event_names() const override { return {}; }
    EventData event_data(const Names& names) const override {
        const std::vector<double> zeros(names.size());
        return {std::vector<std::uint64_t>(names.size()), zeros, zeros, zeros, zeros, zeros};
    }
    double event_quantile(std::string_view, double) const override { return 0; }
    std::string dump_profile_data() const override { return {}; }
    std::string dump_profile_data(std::string_view) const override { return {}; }
    std::string dump_profile_data_incremental() const override { return {}; }
    std::string dump_timer_names() const override { return {}; }
    std::string dump_timer_data(const Names&) const override { return {}; }
    std::string dump_timer_data_incremental(const Names&) const override { return {}; }
};

class IdleMonitor : public Monitor {
public:
    void start_monitoring(std::string_view) noexcept override {}
    void stop_monitoring(std::string_view, const std::vector<std::string>&,
                         const std::vector<double>&) noexcept override {}
    void set_file_name(std::string_view, std::string_view) noexcept override {}
    bool dump_data(std::string_view) noexcept override { return false; }
    bool dump_data_file_name(std::string_view, std::string_view) noexcept override { return false; }
    void destroy_record(std::string_view) noexcept override {}
};

class NoPerfParam final : public PerfParam {
public:
    PerformanceData performance_data(std::string_view, bool) override { return {}; }
    std::vector<std::string> component_method_names() override { return {}; }
};

} // namespace proxima::measurement
