#include "observation/job_totals.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace proxima::online {
namespace {

enum Column : std::size_t { calls, inclusive_us, exclusive_us, communication_us, columns };
constexpr std::size_t chosen = 0;                             // index among the maxima
constexpr std::size_t threads = columns * JobTotals::methods; // index among the sums

} // namespace

double number_of(std::string_view name) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char character : name) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
    }
    return static_cast<double>((hash >> 12U) | 1U);
}

void JobTotals::contribute(const Observation& here, const SharedNumbers& own) {
    known_.clear();
    duration_us_ = here.duration_us;
    for (const auto& [method, totals] : here.methods) {
        Named& named = known_[number_of(method.instance + "." + method.method)];
        named.method = {method.instance, method.method, method.port, "", ""};
        named.totals += totals;
    }
    for (const auto& [name, totals] : here.routines) {
        known_[number_of(name)] = {{"", name, "", "", ""}, totals};
    }
    for (std::size_t i = 0; i < methods; ++i) {
        const auto found = known_.find(chosen_[i]);
        if (found != known_.end()) {
            const Totals& totals = found->second.totals;
            own.sums[i * columns + calls] = static_cast<double>(totals.calls);
            own.sums[i * columns + inclusive_us] = totals.inclusive_us;
            own.sums[i * columns + exclusive_us] = totals.exclusive_us;
            own.sums[i * columns + communication_us] = totals.communication_us;
        }
    }
    own.sums[threads] = here.threads;
    if (is_first_rank_) {
        choose(own);
    }
}

// Proposes the methods that take most time on this rank.
void JobTotals::choose(const SharedNumbers& own) const {
    std::vector<std::pair<double, double>> by_time;
    for (const auto& [number, named] : known_) {
        by_time.emplace_back(-named.totals.inclusive_us, number);
    }
    std::sort(by_time.begin(), by_time.end());
    for (std::size_t i = 0; i < std::min(methods, by_time.size()); ++i) {
        own.maxima[i * columns + chosen] = by_time[i].second;
    }
}

Observation JobTotals::learn(const SharedNumbers& all) {
    Observation job;
    job.duration_us = duration_us_;
    job.threads = static_cast<std::uint32_t>(all.sums[threads]);
    for (std::size_t i = 0; i < methods; ++i) {
        const auto found = known_.find(chosen_[i]);
        if (found != known_.end()) {
            Totals totals;
            totals.calls = static_cast<std::uint64_t>(all.sums[i * columns + calls]);
            totals.inclusive_us = totals.sum_us = all.sums[i * columns + inclusive_us];
            totals.exclusive_us = all.sums[i * columns + exclusive_us];
            totals.communication_us = all.sums[i * columns + communication_us];
            const MeasuredMethod& method = found->second.method;
            if (method.instance.empty()) {
                job.routines[method.method] = totals;
            } else {
                job.methods[method] = totals;
            }
        }
        chosen_[i] = all.maxima[i * columns + chosen];
    }
    return job;
}

} // namespace proxima::online
