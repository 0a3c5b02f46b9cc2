#include "model/groups.hpp"

#include "data/constants.hpp"

#include <proxima/base/student.hpp>
#include <proxima/base/text.hpp>
#include <proxima/gather/gather.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

struct Kind {
    const char* one;
    const char* several;
    std::uint32_t gather::Origin::* member;
    const char* offer;                                          // option that fits the groups apart
    std::size_t most = std::numeric_limits<std::size_t>::max(); // groups that the option takes
};

constexpr Kind kinds[] = {
    {"rank", "ranks", &gather::Origin::rank, "; `--by rank` fits them apart", gather::most_ranks},
    {"thread", "threads", &gather::Origin::thread, ""},
    {"call path", "call paths", &gather::Origin::path, "; `--by path` fits them apart"}};

// Logarithms of times relative to the median of their points, by group. Points whose calls are all
// of one group tell nothing.
using Groups = std::map<std::uint32_t, std::vector<double>>;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Groups groups_of(const gather::Measurements& measured, const Kind& kind) {
    const auto is_other = [&](const auto& one) {
        return one.origin.*kind.member != measured.sample.front().origin.*kind.member;
    };
    if (std::none_of(measured.sample.begin(), measured.sample.end(), is_other)) {
        return {};
    }
    std::map<std::vector<double>, std::vector<const gather::SampledInvocation*>> points;
    for (const auto& one : measured.sample) {
        if (one.value > 0) {
            points[one.at].push_back(&one);
        }
    }
    Groups groups;
    for (const auto& [at, calls] : points) {
        std::vector<double> logs;
        for (const auto* call : calls) {
            logs.push_back(std::log(call->value));
        }
        const double middle = median(logs);
        const auto first = calls.front()->origin.*kind.member;
        if (std::any_of(calls.begin(), calls.end(),
                        [&](const auto* call) { return call->origin.*kind.member != first; })) {
            for (std::size_t i = 0; i < calls.size(); ++i) {
                groups[calls[i]->origin.*kind.member].push_back(logs[i] - middle);
            }
        }
    }
    std::erase_if(groups, [](const auto& group) {
        return group.second.size() < constants::fewest_calls_of_group;
    });
    return groups;
}

// Deviations by which the rank sum of a group differs from that of any calls (Mann and Whitney).
double deviations_of(const std::vector<double>& group, const std::vector<double>& sorted) {
    double sum = 0;
    for (const double value : group) {
        const auto equal = std::equal_range(sorted.begin(), sorted.end(), value);
        sum += static_cast<double>((equal.first - sorted.begin()) +
                                   (equal.second - sorted.begin()) + 1) /
               2;
    }
    const auto own = static_cast<double>(group.size());
    const auto all = static_cast<double>(sorted.size());
    const double variance = own * (all - own) * (all + 1) / 12;
    return variance > 0 ? std::fabs(sum - own * (all + 1) / 2) / std::sqrt(variance) : 0;
}

struct Grouping {
    std::vector<std::pair<std::uint32_t, double>>
        different;        // groups, and their ratio to the others
    double explained = 0; // sum of squares between the groups
};

Grouping grouping_by(const Groups& groups) {
    std::vector<double> all;
    std::vector<double> medians;
    for (const auto& [number, logs] : groups) {
        all.insert(all.end(), logs.begin(), logs.end());
        medians.push_back(median(logs));
    }
    std::sort(all.begin(), all.end());
    std::sort(medians.begin(), medians.end());
    Grouping made;
    if (groups.size() < 2) {
        return made;
    }
    const double usual = medians[(medians.size() - 1) / 2];
    const double significance =
        constants::group_significance / static_cast<double>(2 * groups.size() * std::size(kinds));
    const double needed =
        base::student_quantile(1 - significance, std::numeric_limits<double>::infinity());
    for (const auto& [number, logs] : groups) {
        const double ratio = median(logs) - usual;
        if (std::fabs(ratio) >= std::log1p(constants::least_group_effect) &&
            deviations_of(logs, all) > needed) {
            made.different.emplace_back(number, std::exp(ratio));
            made.explained += static_cast<double>(logs.size()) * ratio * ratio;
        }
    }
    return made;
}

std::string name_of(const gather::Measurements& measured, const Kind& kind, std::uint32_t number) {
    return kind.member == &gather::Origin::path && number < measured.paths.size()
               ? measured.paths[number]
               : std::to_string(number);
}

// Number of groups in the sample.
std::size_t groups_in(const gather::Measurements& measured, const Kind& kind) {
    std::set<std::uint32_t> numbers;
    for (const auto& one : measured.sample) {
        numbers.insert(one.origin.*kind.member);
    }
    return numbers.size();
}

// Writes `3.1`, or `2.8 to 3.1`.
std::string ratios_text(const Grouping& grouping) {
    const auto [least, most] =
        std::minmax_element(grouping.different.begin(), grouping.different.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; });
    char text[64];
    std::snprintf(text, sizeof text, least->second * 1.05 < most->second ? "%.2g to %.2g" : "%.2g",
                  least->second, most->second);
    return text;
}

} // namespace

std::string groups_text(const gather::Measurements& measured) {
    Grouping best;
    const Kind* by = nullptr;
    for (const auto& kind : kinds) {
        auto grouping = grouping_by(groups_of(measured, kind));
        if (grouping.explained > best.explained) {
            best = std::move(grouping);
            by = &kind;
        }
    }
    if (by == nullptr) {
        return {};
    }
    std::vector<std::string> names;
    for (const auto& [number, ratio] : best.different) {
        names.push_back(name_of(measured, *by, number));
    }
    const bool is_one = names.size() == 1;
    return std::string(is_one ? by->one : by->several) + " " + base::joined(names) +
           (is_one ? " takes " : " take ") + ratios_text(best) + " times as long as other " +
           by->several + (groups_in(measured, *by) <= by->most ? by->offer : "");
}

} // namespace proxima::fit
