#include "monitor.hpp"

#include "query.hpp"
#include "timer.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/snapshot.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <set>

namespace proxima::measuring {

namespace {

constexpr std::size_t most_parameters = 16;

// Runs an action that looks something up, and may find no memory; the application goes on all the
// same.
template <class Result, class Action>
Result guarded(Result otherwise, Action action) noexcept {
    try {
        return Lock::is_interrupted() ? otherwise : action();
    } catch (const std::exception&) {
        return otherwise;
    }
}

bool is_record(const detail::SiteNames& names, std::string_view record) noexcept {
    return *names.port == timer_port && *names.instance == monitor_group && *names.method == record;
}

bool is_called(const detail::SiteNames& names, const void* name) noexcept {
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

bool is_record_called(const detail::SiteNames& names, const void* record) noexcept {
    return is_record(names, *static_cast<const std::string_view*>(record));
}

using Wanted = bool (*)(const detail::SiteNames&, const void*);

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

measurement::PerformanceData read_rows(Wanted wanted, std::string_view name, bool forget) {
    measurement::PerformanceData data;
    const std::vector<detail::Rows> all = detail::take_rows(wanted, &name, forget);
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

std::string quoted(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) {
        return name;
    }
    std::string text = "\"";
    for (const char character : name) {
        text += character == '"' ? "\"\"" : std::string(1, character);
    }
    return text + '"';
}

// What is missing is left empty.
std::string csv_text(const measurement::PerformanceData& data) {
    std::string text;
    const char* separator = "";
    for (const std::string& column : data.columns) {
        text.append(separator).append(quoted(column));
        separator = ",";
    }
    text += '\n';
    std::array<char, 32> number{};
    for (const std::vector<double>& row : data.rows) {
        separator = "";
        for (const double value : row) {
            std::snprintf(number.data(), number.size(), "%.17g", value);
            text.append(separator).append(std::isnan(value) ? "" : number.data());
            separator = ",";
        }
        text += '\n';
    }
    return text;
}

bool write(std::string_view record, const std::string& file) {
    const measurement::PerformanceData data = read_rows(is_record_called, record, false);
    if (data.columns.empty()) {
        detail::say_line("error: the record " + std::string(record) + " has no invocations");
        return false;
    }
    if (file.empty()) {
        detail::say_line("error: the record " + std::string(record) +
                         " is not written: there is no run directory");
        return false;
    }
    return detail::write_text_file(file, csv_text(data));
}

// Leaves the innermost region where that has a short way.
bool stop_shortly(const CallSite& site, const std::uint64_t* words, std::size_t count) noexcept {
    switch (count) {
    case 0:
        return stop_innermost<0>(site, words);
    case 1:
        return stop_innermost<1>(site, words);
    case 2:
        return stop_innermost<2>(site, words);
    default:
        return false;
    }
}

} // namespace

RecordingMonitor::Handle RecordingMonitor::method_of(std::string_view record,
                                                     const Names& parameter_names) {
    Names names = parameter_names;
    names.resize(std::min(names.size(), most_parameters));
    const Lock lock;
    CallSite* const site = call_sites().find_or_add(
        {timer_port, std::string(record), {}, monitor_group, 0, ColumnType::real, {}});
    if (site == nullptr) {
        return nullptr;
    }
    Record& methods = records_[std::string(record)];
    CallSite& variant = call_sites().variant(*site, names);
    const auto [method, is_new] = methods.methods.try_emplace(names, variant);
    if (is_new) {
        detail::keep_rows_of(variant.site());
    }
    methods.latest = &method->second;
    return &method->second;
}

RecordingMonitor::Handle RecordingMonitor::register_method(std::string_view record,
                                                           const Names& parameter_names) noexcept {
    return guarded(Handle(nullptr), [&] { return method_of(record, parameter_names); });
}

void RecordingMonitor::start(Handle method) noexcept {
    if (method != nullptr && method->site->active()) {
        start_region(*method->site);
    }
}

void RecordingMonitor::stop(Handle method, const double* values, std::size_t count) noexcept {
    if (method == nullptr) {
        return;
    }
    const CallSite& site = *method->site;
    const std::size_t expected = site.label().parameters.size();
    std::array<std::uint64_t, most_parameters> words{};
    std::memcpy(words.data(), values, std::min(count, expected) * sizeof *values);
    if (stop_shortly(site, words.data(), expected)) {
        return;
    }
    if (detail::Node* const node = open_region(site)) {
        stop_region(node, site, words.data(), expected);
    }
}

// As what the one before was: which parameters it has is known when it ends.
void RecordingMonitor::start_monitoring(std::string_view record) noexcept {
    start(guarded(Handle(nullptr), [&] {
        const Lock lock;
        const auto known = records_.find(record);
        return known != records_.end() && known->second.latest != nullptr
                   ? known->second.latest.load()
                   : method_of(record, {});
    }));
}

void RecordingMonitor::stop_monitoring(std::string_view record, const Names& parameter_names,
                                       const std::vector<double>& parameter_values) noexcept {
    guarded(false, [&] {
        const Handle any = method_of(record, {});
        detail::Node* node = any == nullptr ? nullptr : open_region(*any->site);
        if (node == nullptr) {
            return false;
        }
        Names names = parameter_names;
        names.resize(std::min(names.size(), parameter_values.size()));
        const Handle method = method_of(record, names);
        if (node->site != method->site->site()) {
            node = detail::replace_region(node, method->site->site());
        }
        std::array<std::uint64_t, most_parameters> words{};
        std::memcpy(words.data(), parameter_values.data(),
                    std::min(names.size(), most_parameters) * sizeof(double));
        const CallSite& site = *method->site;
        stop_region(node, site, words.data(), site.label().parameters.size());
        return true;
    });
}

void RecordingMonitor::set_file_name(std::string_view record, std::string_view file) noexcept {
    guarded(false, [&] {
        const Lock lock;
        records_[std::string(record)].file = file;
        return true;
    });
}

std::string RecordingMonitor::file_of(std::string_view record) {
    {
        const Lock lock;
        const auto known = records_.find(record);
        if (known != records_.end() && !known->second.file.empty()) {
            return known->second.file;
        }
    }
    const detail::RunFacts run = detail::run_facts();
    std::string name = std::string(record) + run.file_suffix + ".csv";
    std::replace(name.begin(), name.end(), '/', '_');
    return run.directory.empty() ? std::string() : run.directory + "/" + name;
}

bool RecordingMonitor::dump_data(std::string_view record) noexcept {
    return guarded(false, [&] { return write(record, file_of(record)); });
}

bool RecordingMonitor::dump_data_file_name(std::string_view record,
                                           std::string_view file) noexcept {
    return guarded(false, [&] { return write(record, std::string(file)); });
}

void RecordingMonitor::destroy_record(std::string_view record) noexcept {
    guarded(false, [&] {
        detail::take_rows(is_record_called, &record, true);
        return true;
    });
}

measurement::PerformanceData RecordReader::performance_data(std::string_view method, bool reset) {
    detail::keep_rows();
    return read_rows(is_called, method, reset);
}

std::vector<std::string> RecordReader::component_method_names() {
    detail::keep_rows();
    std::set<std::string> names;
    for (const detail::ThreadSnapshot& thread : detail::snapshot()) {
        for (const detail::SnapshotNode& node : thread.nodes) {
            if (node.calls == 0 || node.names.port == nullptr || *node.names.port == event_port) {
                continue;
            }
            names.insert(is_record(node.names, *node.names.method)
                             ? *node.names.method
                             : *node.names.instance + "." + *node.names.method);
        }
    }
    return {names.begin(), names.end()};
}

} // namespace proxima::measuring
