#include <proxima/online/observation.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::online {
namespace {

double rest(double now, double before) noexcept {
    return std::max(0.0, now - before);
}

template <typename Key>
std::map<Key, Totals> since(std::map<Key, Totals> now, const std::map<Key, Totals>& before) {
    for (auto& [key, totals] : now) {
        if (const auto known = before.find(key); known != before.end()) {
            totals = totals - known->second;
        }
    }
    return now;
}

} // namespace

double Totals::mean_us() const noexcept {
    return calls == 0 ? 0 : sum_us / static_cast<double>(calls);
}

double Totals::stddev_us() const noexcept {
    const double mean = mean_us();
    return calls == 0 ? 0 : std::sqrt(rest(squares_us2 / static_cast<double>(calls), mean * mean));
}

Totals& Totals::operator+=(const Totals& more) noexcept {
    calls += more.calls;
    inclusive_us += more.inclusive_us;
    exclusive_us += more.exclusive_us;
    communication_us += more.communication_us;
    sum_us += more.sum_us;
    squares_us2 += more.squares_us2;
    min_us = std::min(min_us, more.min_us);
    max_us = std::max(max_us, more.max_us);
    return *this;
}

Totals Totals::operator-(const Totals& before) const noexcept {
    return {calls - std::min(calls, before.calls),
            rest(inclusive_us, before.inclusive_us),
            rest(exclusive_us, before.exclusive_us),
            rest(communication_us, before.communication_us),
            rest(sum_us, before.sum_us),
            rest(squares_us2, before.squares_us2),
            min_us,
            max_us};
}

Observation Observation::operator-(const Observation& before) const {
    Observation window;
    window.duration_us = rest(duration_us, before.duration_us);
    window.threads = threads;
    window.methods = since(methods, before.methods);
    window.instances = since(instances, before.instances);
    window.routines = since(routines, before.routines);
    window.bins = bins;
    for (auto& [method, numbers] : window.bins) {
        if (const auto known = before.bins.find(method); known != before.bins.end()) {
            numbers = since(std::move(numbers), known->second);
        }
    }
    return window;
}

} // namespace proxima::online
