#include <proxima/base/text.hpp>
#include <proxima/online/attention.hpp>

#include <algorithm>

namespace proxima::online {
namespace {

constexpr double us_per_second = 1e6;

// Adds up the totals of all callers.
NamedTotals by_name(const Observation& observation) {
    NamedTotals named = observation.routines;
    for (const auto& [method, totals] : observation.methods) {
        named[method.instance + "." + method.method] += totals;
    }
    return named;
}

} // namespace

Attention::Attention(std::vector<Sensor> sensors) : sensors_(std::move(sensors)) {
}

std::vector<files::SensorFinding> Attention::look(const Observation& now) {
    const NamedTotals named = by_name(now);
    std::vector<files::SensorFinding> events;
    for (std::size_t i = 0; i < sensors_.size(); ++i) {
        if (sensors_[i].of_expected || sensors_[i].quantity == SensorQuantity::imbalance) {
            continue;
        }
        for (const auto& [method, totals] : named) {
            if (base::matches_glob(sensors_[i].subject, method)) {
                if (auto event = look_at(i, method, totals, now)) {
                    events.push_back(std::move(*event));
                }
            }
        }
    }
    return events;
}

std::optional<files::SensorFinding> Attention::look_at(std::size_t sensor,
                                                       const std::string& method, const Totals& now,
                                                       const Observation& all) {
    Watched& one = watched(sensor, method);
    const Totals window = now - one.before;
    if (window.calls < sensors_[sensor].calls) {
        return {};
    }
    const double seconds = all.duration_us / us_per_second;
    const double threads = std::max(all.threads, 1U);
    const double value =
        sensors_[sensor].quantity == SensorQuantity::share
            ? window.inclusive_us / ((seconds - one.began) * us_per_second * threads)
            : window.mean_us();
    one.before = now;
    return end_window(sensor, method, value, seconds);
}

std::vector<files::SensorFinding> Attention::compare(const std::string& method, std::uint64_t calls,
                                                     double taken_us, double expected_us,
                                                     double seconds) {
    std::vector<files::SensorFinding> events;
    for (std::size_t i = 0; i < sensors_.size(); ++i) {
        if (!sensors_[i].of_expected || !base::matches_glob(sensors_[i].subject, method)) {
            continue;
        }
        Watched& one = watched(i, method);
        one.calls += calls;
        one.taken_us += taken_us;
        one.expected_us += expected_us;
        if (one.calls < sensors_[i].calls) {
            continue;
        }
        const double value = one.taken_us / one.expected_us;
        one.calls = 0;
        one.taken_us = one.expected_us = 0;
        if (auto event = end_window(i, method, value, seconds)) {
            events.push_back(std::move(*event));
        }
    }
    return events;
}

std::optional<files::SensorFinding> Attention::balance(std::size_t sensor, double most_us,
                                                       double mean_us, double seconds) {
    if (!(mean_us > 0)) {
        return {};
    }
    return end_window(sensor, sensors_[sensor].subject, most_us / mean_us, seconds);
}

std::vector<std::string> Attention::idle() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < sensors_.size(); ++i) {
        const bool has_window =
            std::any_of(watched_.begin(), watched_.end(), [&](const auto& known) {
                return known.first.first == i && known.second.windows > 0;
            });
        if (!has_window) {
            lines.push_back(sensors_[i].line);
        }
    }
    return lines;
}

Attention::Watched& Attention::watched(std::size_t sensor, const std::string& method) {
    return watched_.try_emplace({sensor, method}, sensors_[sensor]).first->second;
}

std::optional<files::SensorFinding>
Attention::end_window(std::size_t sensor, const std::string& method, double value, double seconds) {
    Watched& one = watched(sensor, method);
    one.begins.push_back(one.began);
    one.began = seconds;
    ++one.windows;
    const std::uint64_t first = one.windows - one.begins.size();
    const auto found = one.watch.add(value);
    const double since = found ? one.begins[std::min(found->since, one.windows - 1) - first] : 0;
    while (one.windows - one.begins.size() < one.watch.earliest() && !one.begins.empty()) {
        one.begins.pop_front();
    }
    if (!found) {
        return {};
    }
    files::SensorFinding event;
    event.sensor = sensors_[sensor].line;
    event.method = method;
    event.since = since;
    event.at = seconds;
    event.value = found->value;
    event.before = found->before;
    event.windows = one.windows;
    return event;
}

} // namespace proxima::online
