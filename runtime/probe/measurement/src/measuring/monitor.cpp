// Monitor and PerfParam.
#include "ports.hpp"

#include <proxima/detail/guards.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/snapshot.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <set>

namespace proxima::measuring {
namespace {

bool is_record(const detail::CallSiteNames& names, std::string_view record) noexcept {
    return *names.port == timer_port && *names.instance == monitor_group && *names.method == record;
}

bool is_called(const detail::CallSiteNames& names, const void* name) noexcept {
    const std::string_view wanted = *static_cast<const std::string_view*>(name);
    const auto joins = [&](const std::string& first, std::string_view between) {
        const std::size_t size = first.size() + between.size();
        return wanted.size() == size + names.method->size() &&
               wanted.compare(0, first.size(), first) == 0 &&
               wanted.compare(first.size(), between.size(), between) == 0 &&
               wanted.compare(size, std::string_view::npos, *names.method) == 0;
    };
    return is_record(names, wanted) || joins(*names.instance, ".") || joins(*names.port, "::");
}

std::size_t column_of(measurement::PerformanceData& data, const std::string& name) {
    const auto known = std::find(data.columns.begin() + 2, data.columns.end(), name);
    const auto column = static_cast<std::size_t>(known - data.columns.begin());
    if (known == data.columns.end()) {
        data.columns.push_back(name);
    }
    return column;
}

void add_rows(measurement::PerformanceData& data, const detail::Rows& rows) {
    const double microseconds = microseconds_per_tick();
    std::vector<std::size_t> columns;
    std::vector<double> scales;
    for (const std::string& column : rows.columns) {
        columns.push_back(column_of(data, column));
        scales.push_back(scale_of_counter(column));
    }
    for (std::size_t at = 0; at < rows.values.size(); at += rows.width) {
        const double* const values = rows.values.data() + at;
        std::vector<double>& row =
            data.rows.emplace_back(data.columns.size(), std::numeric_limits<double>::quiet_NaN());
        const double communication = std::min(values[0], values[1]);
        row[0] = (values[0] - communication) * microseconds;
        row[1] = communication * microseconds;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            row[columns[i]] = values[2 + i] * scales[i];
        }
    }
}

measurement::PerformanceData read_rows(std::string_view name, bool forget) {
    measurement::PerformanceData data;
    const std::vector<detail::Rows> all = detail::take_rows(is_called, &name, forget);
    if (all.empty()) {
        return data;
    }
    data.columns = {"computation", "communication"};
    for (const detail::Rows& rows : all) {
        add_rows(data, rows);
    }
    for (std::vector<double>& row : data.rows) {
        row.resize(data.columns.size(), std::numeric_limits<double>::quiet_NaN());
    }
    return data;
}

const Instrument& instrument_of(measurement::MonitorHandle method) noexcept {
    return static_cast<const Instrument&>(*method);
}

// Records methods; its handles are instruments.
class RecordingMonitor final : public measurement::Monitor {
public:
    measurement::MonitorHandle
    register_method(std::string_view record,
                    const std::vector<std::string>& parameter_names) noexcept override {
        if (record.empty() || Lock::is_interrupted()) {
            return nullptr;
        }
        try {
            std::vector<NamedParameter> parameters;
            for (const std::string& name : parameter_names) {
                parameters.emplace_back(name, ParameterType::real);
            }
            parameters.resize(std::min(parameters.size(), most_parameters));
            const Instrument& instrument = instruments().find_or_add(
                {timer_port, std::string(record), {}, monitor_group, parameters});
            detail::keep_rows_of(std::string(monitor_group) + "." + instrument.label().name);
            return &instrument;
        } catch (const std::exception&) { // no memory: the method is not measured
            return nullptr;
        }
    }

    void start(measurement::MonitorHandle method) noexcept override {
        if (method != nullptr) {
            measuring::start(instrument_of(method));
        }
    }

    void stop(measurement::MonitorHandle method, const double* values,
              std::size_t count) noexcept override {
        if (method != nullptr) {
            measuring::stop(instrument_of(method), values, count);
        }
    }
};

class RecordReader final : public measurement::PerfParam {
public:
    measurement::PerformanceData performance_data(std::string_view method, bool reset) override {
        const detail::NoFloatingPointExceptions no_exceptions;
        detail::keep_rows_of("*");
        return read_rows(method, reset);
    }

    std::vector<std::string> component_method_names() override {
        detail::keep_rows_of("*");
        std::set<std::string> names;
        for (const detail::ThreadSnapshot& thread : detail::snapshot()) {
            for (const detail::SnapshotNode& node : thread.nodes) {
                if (node.calls == 0 || node.names.port == nullptr ||
                    *node.names.port == event_port) {
                    continue;
                }
                names.insert(is_record(node.names, *node.names.method)
                                 ? *node.names.method
                                 : *node.names.instance + "." + *node.names.method);
            }
        }
        return {names.begin(), names.end()};
    }
};

} // namespace

measurement::Monitor& monitor() noexcept {
    static detail::NoDestructor<RecordingMonitor> instance;
    return *instance;
}

measurement::PerfParam& record_reader() noexcept {
    static detail::NoDestructor<RecordReader> instance;
    return *instance;
}

} // namespace proxima::measuring
