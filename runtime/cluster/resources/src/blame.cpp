#include "blame.hpp"

#include <proxima/base/range.hpp>
#include <proxima/base/units.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace proxima::resources {

namespace {

constexpr double tolerance = 0.05;     // of a time, by which its parts may be longer
constexpr double most_uncertain = 0.5; // half width of an interval that still tells something

double half_width(const platform::Estimate& share) {
    return std::max(share.high() - share.value, share.value - share.low());
}

// Half width of the interval of a sum of shares.
double error_of_sum(std::initializer_list<double> half_widths) {
    double squares = 0;
    for (const double half : half_widths) {
        squares += half * half;
    }
    return std::sqrt(squares);
}

} // namespace

std::optional<double> MethodResources::rest() const {
    double rest = 1;
    for (const auto& share : shares) {
        rest -= share ? share->value : 0;
    }
    const bool overlaps = rest < -std::max(error(), tolerance);
    return answer != Answer::shares || overlaps ? std::nullopt : std::optional(std::max(rest, 0.0));
}

double MethodResources::error() const {
    double most = 0;
    for (const auto& share : shares) {
        most = std::max(most, share ? half_width(*share) : 0);
    }
    return most;
}

Blame::Blame(const NodesUse& use, const profile::OwnTimes& own, const std::vector<double>& moments,
             const std::vector<std::vector<double>>& edges, double start, double run_end)
    : use_(use), own_(own) {
    for (std::size_t node = 0; node < edges.size(); ++node) {
        std::size_t first = 0;
        for (std::size_t i = 0; i < edges[node].size(); ++i) {
            const double to = edges[node][i];
            const auto last = static_cast<std::size_t>(
                std::lower_bound(moments.begin(), moments.end(), to) - moments.begin());
            const double from = i > 0 ? edges[node][i - 1] : -1;
            if (from >= 0 && to <= run_end) {
                intervals_.push_back({use.nodes()[node], first, last, from + start, to + start});
            }
            first = last;
        }
    }
}

// Own time of the method in the interval, the node's part of it.
double Blame::own_time(std::size_t method, const Interval& interval) const {
    double sum = 0;
    for (auto i = interval.first; i < interval.last; ++i) {
        sum += own_.in_intervals[method][i];
    }
    return sum / static_cast<double>(use_.nodes().size());
}

double Blame::seconds() const {
    double sum = 0;
    for (const auto& interval : intervals_) {
        sum += interval.length();
    }
    return sum;
}

std::vector<MethodResources> Blame::methods(const std::vector<std::string>& names,
                                            std::uint64_t ranks) {
    choose(names);
    add_outside(ranks);
    for (const auto resource : {Resource::processor, Resource::disk, Resource::taken_away}) {
        estimate(resource);
    }
    if (own_.knows_communication()) {
        take_communication();
    } else if (use_.knows_rate()) {
        estimate(Resource::network);
    }
    for (auto& method : made_) {
        limit_disk(method);
        refuse(method);
    }
    return std::move(made_);
}

// A disk works while a thread computes, as when a request is sent in pieces. Only the time in which
// the thread neither computes nor waits for a processor can be waiting for the disk.
void Blame::limit_disk(MethodResources& method) {
    const auto& processor = method.share(Resource::processor);
    const auto& taken = method.share(Resource::taken_away);
    auto& disk = method.share(Resource::disk);
    if (!processor || !disk) {
        return;
    }
    const double most = std::max(1 - processor->value - (taken ? taken->value : 0), 0.0);
    const double error = error_of_sum({half_width(*processor), taken ? half_width(*taken) : 0});
    if (disk->value > most) {
        disk =
            platform::Estimate{most, base::Range{std::max(std::min(disk->low(), most) - error, 0.0),
                                                 std::min(disk->high(), most + error)}};
    }
}

// Parts of a time are not longer than it; within their errors, they fill it. Time in MPI calls may
// be longer: waiting ranks compute. Shares of a time that is short beside the samples may be
// anything.
void Blame::refuse(MethodResources& method) const {
    const auto network = static_cast<std::size_t>(Resource::network);
    const auto is_part = [&](std::size_t i) {
        return method.shares[i] && (!own_.knows_communication() || i != network);
    };
    double sum = 0;
    for (std::size_t i = 0; i < resource_count; ++i) {
        sum += is_part(i) ? method.shares[i]->value : 0;
    }
    if (method.error() > most_uncertain) {
        method.answer = Answer::uncertain;
    } else if (sum > 1 + std::max(method.error(), tolerance)) {
        method.answer = Answer::contradicts;
    }
    for (std::size_t i = 0; i < resource_count; ++i) {
        if (method.answer != Answer::shares) {
            method.shares[i].reset();
        } else if (is_part(i) && sum > 1) {
            auto& share = *method.shares[i];
            share.value /= sum;
            share.interval->min = std::min(share.interval->min, share.value);
        }
    }
}

// Chooses the methods that take most time; all others are estimated together.
void Blame::choose(const std::vector<std::string>& names) {
    constexpr std::size_t most_methods = 48;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < own_.in_intervals.size(); ++i) {
        double sum = 0;
        for (const auto& interval : intervals_) {
            sum += own_time(i, interval);
        }
        if (sum > 0) {
            order.emplace_back(sum, i);
        }
    }
    std::sort(order.rbegin(), order.rend());
    for (const auto& [seconds, method] : order) {
        if (made_.size() < most_methods) {
            made_.push_back({names[method], 0});
            times_.emplace_back(intervals_.size());
            of_methods_.emplace_back();
        } else {
            made_.back().name = base::plural(order.size() - most_methods + 1, "other method");
        }
        of_methods_.back().push_back(method);
        made_.back().own_us += seconds * us_per_s;
        for (std::size_t k = 0; k < intervals_.size(); ++k) {
            times_.back()[k] += own_time(method, intervals_[k]);
        }
    }
}

void Blame::add_outside(std::uint64_t ranks) {
    const double ranks_of_node =
        static_cast<double>(ranks) / static_cast<double>(use_.nodes().size());
    std::vector<double> outside(intervals_.size());
    double sum = 0;
    for (std::size_t k = 0; k < intervals_.size(); ++k) {
        double measured = 0;
        for (const auto& times : times_) {
            measured += times[k];
        }
        outside[k] = std::max(intervals_[k].length() * ranks_of_node - measured, 0.0);
        sum += outside[k];
    }
    made_.push_back({"outside of measured calls", sum * us_per_s});
    times_.push_back(std::move(outside));
}

void Blame::estimate(Resource resource) {
    platform::Activity activity{times_.size(), {}};
    std::vector<platform::Used> used;
    for (std::size_t k = 0; k < intervals_.size(); ++k) {
        const auto& interval = intervals_[k];
        if (const auto more = use_.used(*interval.node, resource, interval.from, interval.to)) {
            used.push_back(*more);
            for (const auto& times : times_) {
                activity.seconds.push_back(times[k]);
            }
        }
    }
    if (used.empty()) {
        return;
    }
    const auto shares = platform::shares_of_time(activity, used);
    for (std::size_t i = 0; i < made_.size(); ++i) {
        made_[i].share(resource) = shares[i];
    }
}

// Takes the measured communication, which is exact, of the whole run.
void Blame::take_communication() {
    for (std::size_t i = 0; i < of_methods_.size(); ++i) {
        double communication = 0;
        double total = 0;
        for (const auto method : of_methods_[i]) {
            communication += own_.communication[method];
            total += own_.total[method];
        }
        const double share = total > 0 ? std::clamp(communication / total, 0.0, 1.0) : 0;
        made_[i].share(Resource::network) = platform::Estimate{share, base::Range{share, share}};
    }
}

} // namespace proxima::resources
