#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/compare/comparability.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace proxima::compare {
namespace {

using Runs = std::vector<RunTimes>;

constexpr const char* processor_counter = "THREAD_CPU_TIME";
constexpr double most_lost = 0.01;     // share of the calls
constexpr double most_stretch = 0.1;   // longer, relative, because processors were not given
constexpr std::size_t least_turns = 3; // runs on each side

std::uint64_t calls_of(const RunTimes& run) {
    std::uint64_t calls = 0;
    for (const auto& node : run.graph.nodes) {
        calls += node.statistics.calls;
    }
    return calls;
}

bool knows_waiting(const RunTimes& run) {
    return !run.info || run.info->cpu_us <= 0 || run.info->run_wait_us >= 0;
}

// The factor, as a logarithm, by which threads took longer because they waited for a processor.
// Where the run does not tell, it is the largest possible: all time without a processor.
double stretch_of(const RunTimes& run) {
    if (!run.info || run.info->cpu_us <= 0) {
        return 0;
    }
    const auto& info = *run.info;
    const auto threads = static_cast<double>(std::max(info.ranks, info.buffers));
    const double waited =
        knows_waiting(run) ? info.run_wait_us : info.duration_us * threads - info.cpu_us;
    return std::log1p(std::max(waited, 0.0) / info.cpu_us);
}

double mean_stretch(const Runs& runs) {
    double sum = 0;
    for (const auto& run : runs) {
        sum += stretch_of(run) / static_cast<double>(runs.size());
    }
    return sum;
}

// Configuration that changes what is measured. `output` and `quiet` do not; `records` and
// `counters` are compared by what the run has, as their defaults may be spelled out.
std::string configuration_of(const RunTimes& run) {
    constexpr std::array left_out{"output=", "quiet=", "records=", "counters="};
    std::vector<std::string> kept;
    for (auto& entry : base::split(run.info->configuration, ',')) {
        if (!entry.empty() && std::none_of(left_out.begin(), left_out.end(), [&](const auto* name) {
                return entry.rfind(name, 0) == 0;
            })) {
            kept.push_back(std::move(entry));
        }
    }
    std::sort(kept.begin(), kept.end());
    return kept.empty() ? "none" : base::joined(kept, ",");
}

std::string counters_of(const RunTimes& run) {
    std::vector<std::string> names;
    for (const auto& counter : run.graph.counters) {
        names.push_back(counter.name);
    }
    return names.empty() ? "none" : base::joined(names);
}

bool has_processor_time(const RunTimes& run) {
    const auto& counters = run.graph.counters;
    return run.info && run.info->cpu_us > 0 &&
           std::any_of(counters.begin(), counters.end(),
                       [](const auto& counter) { return counter.name == processor_counter; });
}

// False for killed runs, whose counts are 0, and for profiles of other tools.
bool describes_itself(const RunTimes& run) {
    return run.info && run.info->ended && run.info->imported.empty();
}

class Facts {
public:
    Facts(const Runs& base, const Runs& now) : base_(base), now_(now) {}

    Comparability find() {
        check_completeness();
        same("ranks", [](const RunTimes& run) { return std::to_string(run.info->ranks); });
        same("threads at a time",
             [](const RunTimes& run) { return std::to_string(run.info->buffers); });
        same("counters", counters_of);
        same("records", [](const RunTimes& run) { return run.info->recording; });
        same("configurations", configuration_of);
        made_.are_alternated = are_alternated();
        choose_basis();
        return std::move(made_);
    }

private:
    bool all(const std::function<bool(const RunTimes&)>& holds) const {
        return std::all_of(base_.begin(), base_.end(), holds) &&
               std::all_of(now_.begin(), now_.end(), holds);
    }

    void check_completeness() {
        for (const auto* side : {&base_, &now_}) {
            for (const auto& run : *side) {
                check_completeness(run, side == &base_ ? now_.front() : base_.front());
            }
        }
    }

    void check_completeness(const RunTimes& run, const RunTimes& other) {
        const auto calls = calls_of(run);
        if (!run.graph.complete || (run.info && !run.info->ended && run.info->imported.empty())) {
            made_.obstacles.push_back(run.name + " has not ended, or was killed: it has " +
                                      base::plural(calls, "call") + ", " + other.name + " has " +
                                      base::human_count(calls_of(other)) +
                                      "; compare runs that have ended");
        } else if (run.info && static_cast<double>(run.info->losses.invocations) >
                                   most_lost * static_cast<double>(calls)) {
            made_.obstacles.push_back(run.name + " lost at least " +
                                      base::plural(run.info->losses.invocations, "call") +
                                      ", whose time counts for others; `proxima report` tells why");
        }
    }

    // Demands that a fact has a value on one side that it has on the other, too.
    void same(const char* what, const std::function<std::string(const RunTimes&)>& fact) {
        if (!all(describes_itself)) {
            return;
        }
        const auto values = [&](const Runs& runs) {
            std::vector<std::string> made;
            for (const auto& run : runs) {
                made.push_back(fact(run));
            }
            std::sort(made.begin(), made.end());
            made.erase(std::unique(made.begin(), made.end()), made.end());
            return made;
        };
        const auto before = values(base_);
        const auto after = values(now_);
        if (std::find_first_of(before.begin(), before.end(), after.begin(), after.end()) ==
            before.end()) {
            made_.obstacles.push_back(
                std::string("the ") + what + " differ: " + base::joined(before) + " before, " +
                base::joined(after) + " now; make runs that differ in the program only");
        }
    }

    // True if, in the order of time, at most two runs of a side follow each other.
    bool are_alternated() const {
        if (std::min(base_.size(), now_.size()) < least_turns ||
            !all([](const RunTimes& run) { return run.info && !run.info->start.empty(); })) {
            return false;
        }
        std::vector<std::pair<std::string, bool>> order;
        for (const auto* side : {&base_, &now_}) {
            for (const auto& run : *side) {
                order.emplace_back(run.info->start, side == &base_);
            }
        }
        std::sort(order.begin(), order.end());
        for (std::size_t i = 2; i < order.size(); ++i) {
            if (order[i].second == order[i - 1].second && order[i].second == order[i - 2].second) {
                return false;
            }
        }
        return true;
    }

    void choose_basis() {
        const bool know_duration = all([](const RunTimes& run) {
            return run.info && run.info->complete && run.info->imported.empty() &&
                   run.info->duration_us > 0;
        });
        made_.basis = know_duration ? Basis::duration : Basis::measured_calls;
        const double of_base = mean_stretch(base_);
        const double of_now = mean_stretch(now_);
        if (made_.are_alternated) {
            const bool is_busy = std::max(of_base, of_now) > most_stretch;
            made_.basis = is_busy && all(has_processor_time) ? Basis::processor_time : made_.basis;
        } else if (std::max(of_base, of_now) > most_stretch && !all(knows_waiting)) {
            made_.obstacles.push_back("how long the runs waited for processors is not known, as "
                                      "their system does not count it; alternate: proxima ab -- "
                                      "BASE -- NEW");
        } else if (std::max(of_base, of_now) > most_stretch && all(describes_itself)) {
            made_.obstacles.push_back(
                "the machine gave " + base::human_share(std::exp(-of_base)) +
                " of the processor time that was wanted before, and " +
                base::human_share(std::exp(-of_now)) +
                " now; compare on an idle machine, or alternate: proxima ab -- BASE -- NEW");
        } else {
            made_.common = std::max(of_base, of_now);
        }
    }

    const Runs& base_;
    const Runs& now_;
    Comparability made_;
};

} // namespace

Comparability comparability(const std::vector<RunTimes>& base, const std::vector<RunTimes>& now) {
    return Facts(base, now).find();
}

} // namespace proxima::compare
