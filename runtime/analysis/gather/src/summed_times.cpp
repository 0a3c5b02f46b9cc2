#include <proxima/gather/summed_times.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace proxima::gather {

double total_of(const Measurements& measured) {
    double total = 0;
    for (const auto& point : measured.points) {
        total += point.total;
    }
    return total;
}

SummedTimes summed_times(const std::vector<Measurements>& all) {
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    std::map<Key, const Measurements*> chosen;
    std::map<Key, const Measurements*> computations;
    for (const auto& measured : all) {
        const Key key{measured.component, measured.implementation, measured.port, measured.method,
                      measured.path};
        const bool is_own = measured.metric == "exclusive";
        const bool is_time = measured.metric == "time";
        if (measured.metric == "computation") {
            computations[key] = &measured;
        } else if (is_own || (is_time && chosen.count(key) == 0) ||
                   (!is_time && chosen.count(key) == 0 && measured.unit != "us" &&
                    !measured.is_of_runs)) {
            chosen[key] = &measured;
        }
    }
    SummedTimes made;
    for (const auto& [key, measured] : chosen) {
        const double total = total_of(*measured);
        made.total += total;
        const auto computation = computations.find(key);
        if (measured->metric == "time" && computation != computations.end()) {
            made.waiting += measured->waiting;
            made.methods.push_back(computation->second);
        } else if (measured->metric == "exclusive" && measured->waiting > total / 2) {
            made.waiting += measured->waiting;
        } else {
            made.methods.push_back(measured);
        }
    }
    for (const auto* measured : made.methods) {
        made.described += total_of(*measured);
    }
    std::sort(made.methods.begin(), made.methods.end(), [](const auto* a, const auto* b) {
        const double of_a = total_of(*a);
        const double of_b = total_of(*b);
        return of_a != of_b ? of_a > of_b : a < b;
    });
    return made;
}

std::vector<Measurements> main_measurements(const std::vector<Measurements>& all, double share) {
    const auto own = summed_times(all);
    std::vector<Measurements> made;
    double sum = 0;
    for (const auto* measured : own.methods) {
        if (!made.empty() && sum >= share * own.described) {
            break;
        }
        sum += total_of(*measured);
        made.push_back(*measured);
    }
    return made;
}

} // namespace proxima::gather
