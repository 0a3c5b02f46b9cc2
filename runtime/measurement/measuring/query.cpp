#include "query.hpp"

#include "profile.hpp"

#include <proxima/detail/run_facts.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>

namespace proxima::measuring {

namespace {

measurement::TimerData data_of(const std::vector<std::string>& names,
                               std::optional<std::uint64_t> thread) {
    const Profile profile;
    measurement::TimerData data;
    data.counter_names = names_of_counters();
    for (const std::string& name : names) {
        TimerValues values = profile.find(name, thread);
        data.exclusive.push_back(std::move(values.exclusive));
        data.inclusive.push_back(std::move(values.inclusive));
        data.calls.push_back(values.calls);
        data.child_calls.push_back(values.child_calls);
    }
    return data;
}

// The little JSON that the dumps need.
std::string text_json(const std::string& text) {
    std::string json = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            json += '\\';
            json += character;
        } else if (static_cast<unsigned char>(character) < 0x20) {
            std::array<char, 8> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", character);
            json += escaped.data();
        } else {
            json += character;
        }
    }
    return json + '"';
}

std::string number_json(double value) {
    if (!std::isfinite(value)) {
        return "null";
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", value);
    return text.data();
}

template <class Items, class Convert>
std::string list_json(const Items& items, Convert convert) {
    std::string json;
    for (const auto& item : items) {
        json += (json.empty() ? "" : ", ") + convert(item);
    }
    return "[" + json + "]";
}

std::string values_json(const TimerValues& values) {
    return "\"calls\": " + std::to_string(values.calls) +
           ", \"child_calls\": " + std::to_string(values.child_calls) +
           ", \"inclusive\": " + list_json(values.inclusive, number_json) +
           ", \"exclusive\": " + list_json(values.exclusive, number_json) + "}";
}

std::string row_json(const TimerRow& row) {
    return "\n{\"name\": " + text_json(row.name) +
           ", \"thread\": " + (row.thread ? std::to_string(*row.thread) : "null") + ", " +
           values_json(row.values);
}

std::string active_json(const measurement::ActiveTimer& active) {
    return "{\"thread\": " + std::to_string(active.thread) +
           ", \"name\": " + text_json(active.name) + "}";
}

std::string event_json(const std::pair<const std::string, EventValues>& event) {
    const EventValues& values = event.second;
    return "\n{\"name\": " + text_json(event.first) +
           ", \"samples\": " + std::to_string(values.samples) +
           ", \"minimum\": " + number_json(values.minimum) +
           ", \"maximum\": " + number_json(values.maximum) +
           ", \"mean\": " + number_json(values.mean) +
           ", \"deviation\": " + number_json(values.deviation()) +
           ", \"sum\": " + number_json(values.sum) +
           ", \"sum_squares\": " + number_json(values.sum_squares) + "}";
}

std::string file_json(const std::string& members) {
    return "{\"format\": 1, \"counters\": " + list_json(names_of_counters(), text_json) + ",\n" +
           members + "}\n";
}

std::string profile_json() {
    const Profile profile;
    return file_json("\"timers\": " + list_json(profile.rows(), row_json) +
                     ",\n\"active\": " + list_json(profile.active(), active_json) +
                     ",\n\"events\": " + list_json(event_values(), event_json));
}

std::string timers_json(const std::vector<std::string>& names) {
    const Profile profile;
    return file_json("\"timers\": " + list_json(names, [&](const std::string& name) {
                         return "\n{\"name\": " + text_json(name) + ", " +
                                values_json(profile.find(name, {}));
                     }));
}

// Into the run directory, or where a path says. Returns the path; empty if it could not be written.
std::string write_json(std::string_view name, const std::string& text) {
    const detail::RunFacts run = detail::run_facts();
    const bool is_path = !name.empty() && name.front() == '/';
    if (!is_path && run.directory.empty()) {
        detail::say_line("error: " + std::string(name) +
                         ".json is not written: there is no run directory");
        return {};
    }
    std::string path = is_path ? std::string() : run.directory + "/";
    path.append(name).append(run.file_suffix).append(".json");
    return detail::write_text_file(path, text) ? path : std::string();
}

// UTC, in microseconds, each another.
std::string with_time(const std::string& name) {
    using std::chrono::microseconds;
    constexpr std::int64_t million = 1'000'000;
    static std::atomic<std::int64_t> latest{0};
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t now = std::chrono::duration_cast<microseconds>(since_epoch).count();
    std::int64_t before = latest.load();
    std::int64_t stamp = 0;
    do {
        stamp = std::max(now, before + 1);
    } while (!latest.compare_exchange_weak(before, stamp));
    const auto seconds = static_cast<std::time_t>(stamp / million);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 64> text{};
    const auto size = std::strftime(text.data(), text.size(), "-%Y%m%dT%H%M%S", &utc);
    std::snprintf(text.data() + size, text.size() - size, ".%06dZ",
                  static_cast<int>(stamp % million));
    return name + text.data();
}

} // namespace

LiveQuery::Names LiveQuery::timer_names() const {
    return Profile().names();
}

LiveQuery::Names LiveQuery::counter_names() const {
    return names_of_counters();
}

measurement::TimerData LiveQuery::timer_data(const Names& names) const {
    return data_of(names, {});
}

measurement::TimerData LiveQuery::timer_data(const Names& names, std::uint64_t thread) const {
    return data_of(names, thread);
}

std::vector<std::uint64_t> LiveQuery::threads() const {
    return Profile().threads();
}

std::vector<measurement::ActiveTimer> LiveQuery::active_timers() const {
    return Profile().active();
}

LiveQuery::Names LiveQuery::event_names() const {
    Names names;
    for (const auto& [name, values] : event_values()) {
        names.push_back(name);
    }
    return names;
}

measurement::EventData LiveQuery::event_data(const Names& names) const {
    const std::map<std::string, EventValues> all = event_values();
    measurement::EventData data;
    for (const std::string& name : names) {
        const auto found = all.find(name);
        const EventValues values = found == all.end() ? EventValues() : found->second;
        const bool any = values.samples != 0;
        data.samples.push_back(values.samples);
        data.maximum.push_back(any ? values.maximum : 0);
        data.minimum.push_back(any ? values.minimum : 0);
        data.mean.push_back(values.mean);
        data.sum_squares.push_back(values.sum_squares);
        data.deviation.push_back(values.deviation());
    }
    return data;
}

std::string LiveQuery::dump_profile_data() const {
    return dump_profile_data("profile");
}

std::string LiveQuery::dump_profile_data(std::string_view prefix) const {
    return write_json(prefix, profile_json());
}

std::string LiveQuery::dump_profile_data_incremental() const {
    return dump_profile_data(with_time("profile"));
}

std::string LiveQuery::dump_timer_names() const {
    return write_json("timer-names",
                      file_json("\"timers\": " + list_json(timer_names(), text_json)));
}

std::string LiveQuery::dump_timer_data(const Names& names) const {
    return write_json("timer-data", timers_json(names));
}

std::string LiveQuery::dump_timer_data_incremental(const Names& names) const {
    return write_json(with_time("timer-data"), timers_json(names));
}

} // namespace proxima::measuring
