#include "dump.hpp"

#include "../events/events.hpp"
#include "system/file.hpp"
#include <proxima/detail/message.hpp>
#include "text/json.hpp"

#include <proxima/run_facts.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace proxima::measuring {

namespace {

using detail::JsonWriter;

bool is_time(const std::string& counter) noexcept {
    return counter == "WALL_CLOCK" || counter == "THREAD_CPU_TIME" || counter == "PROCESS_CPU_TIME";
}

void begin_file(JsonWriter& json) {
    json.begin_object().member("format", 1);
    json.new_line().key("counters").begin_array();
    for (const std::string& counter : counters().names()) {
        json.begin_object().member("name", counter);
        json.member("unit", is_time(counter) ? "us" : "count").end_object();
    }
    json.end_array();
}

std::string end_file(JsonWriter& json) {
    json.end_object().new_line();
    return json.text();
}

void write_values(JsonWriter& json, const TimerValues& values) {
    json.member("calls", values.calls).member("child_calls", values.child_calls);
    json.key("inclusive").begin_array();
    for (std::size_t i = 0; i < counters().count(); ++i) {
        json.value(values.inclusive[i]);
    }
    json.end_array().key("exclusive").begin_array();
    for (std::size_t i = 0; i < counters().count(); ++i) {
        json.value(values.exclusive[i]);
    }
    json.end_array();
}

void write_row(JsonWriter& json, const TimerRow& row) {
    json.new_line().begin_object().member("name", row.name).member("group", row.group);
    json.member("thread", row.thread);
    write_values(json, row.values);
    json.end_object();
}

void write_rows(JsonWriter& json, const Snapshot& snapshot) {
    json.new_line().key("timers").begin_array();
    for (const TimerRow& row : snapshot.rows) {
        write_row(json, row);
    }
    json.end_array();
    json.new_line().key("active").begin_array();
    for (const auto& active : snapshot.active) {
        json.begin_object().member("thread", active.thread).member("name", active.name);
        json.end_object();
    }
    json.end_array();
}

void write_event(JsonWriter& json, const EventRegister& event) {
    const EventValues values = event.values();
    const EventStatistics& statistics = values.statistics;
    json.new_line().begin_object().member("name", event.name());
    json.member("samples", statistics.samples);
    json.member("minimum", statistics.minimum).member("maximum", statistics.maximum);
    json.member("mean", statistics.mean()).member("deviation", statistics.deviation());
    json.member("sum", statistics.sum).member("sum_squares", statistics.sum_squares);
    json.key("quantiles").begin_object();
    constexpr std::array<std::pair<const char*, double>, 5> levels{
        {{"0.05", 0.05}, {"0.25", 0.25}, {"0.5", 0.5}, {"0.75", 0.75}, {"0.95", 0.95}}};
    for (const auto& [name, level] : levels) {
        json.member(name, values.quantile(level));
    }
    json.end_object().end_object();
}

void write_events(JsonWriter& json) {
    json.new_line().key("events").begin_array();
    for (const EventRegister* const event : events().triggered()) {
        write_event(json, *event);
    }
    json.end_array();
}

} // namespace

std::string profile_json(const Snapshot& snapshot) {
    JsonWriter json;
    begin_file(json);
    write_rows(json, snapshot);
    write_events(json);
    return end_file(json);
}

std::string timer_names_json(const Snapshot& snapshot) {
    JsonWriter json;
    begin_file(json);
    json.new_line().key("timers").begin_array();
    for (const std::string& name : snapshot.names()) {
        json.value(name);
    }
    json.end_array();
    return end_file(json);
}

std::string timer_data_json(const Snapshot& snapshot, const std::vector<std::string>& names) {
    JsonWriter json;
    begin_file(json);
    json.new_line().key("timers").begin_array();
    for (const std::string& name : names) {
        json.new_line().begin_object().member("name", name);
        write_values(json, snapshot.find(name, {}).value_or(TimerValues()));
        json.end_object();
    }
    json.end_array();
    return end_file(json);
}

std::string events_json() {
    JsonWriter json;
    json.begin_object().member("format", 1);
    write_events(json);
    return end_file(json);
}

std::string write_json(std::string_view name, const std::string& text) {
    const bool is_path = !name.empty() && name.front() == '/';
    const detail::RunFacts run = is_path ? detail::RunFacts() : detail::run_facts();
    if (!is_path && run.directory.empty()) {
        detail::say("error: " + std::string(name) +
                    ".json is not written: there is no run directory");
        return {};
    }
    std::string path = is_path ? std::string() : run.directory + "/";
    path.append(name).append(run.file_suffix).append(".json");
    if (const int error = detail::replace_file(path, text); error != 0) {
        const std::string problem = "cannot write " + path + ": " + detail::error_text(error);
        detail::say("error: " + problem);
        if (!is_path) { // run.json is written later, unless the run has ended
            detail::report_message(problem);
        }
        return {};
    }
    return path;
}

std::string with_time(std::string_view name) {
    using std::chrono::microseconds;
    static std::atomic<std::int64_t> latest{0};
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t now = std::chrono::duration_cast<microseconds>(since_epoch).count();
    std::int64_t before = latest.load();
    std::int64_t stamp = 0;
    do {
        stamp = std::max(now, before + 1);
    } while (!latest.compare_exchange_weak(before, stamp));
    constexpr std::int64_t million = 1'000'000;
    const auto seconds = static_cast<std::time_t>(stamp / million);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 64> text{};
    const auto size = std::strftime(text.data(), text.size(), "-%Y%m%dT%H%M%S", &utc);
    std::snprintf(text.data() + size, text.size() - size, ".%06dZ",
                  static_cast<int>(stamp % million));
    return std::string(name) + text.data();
}

} // namespace proxima::measuring
