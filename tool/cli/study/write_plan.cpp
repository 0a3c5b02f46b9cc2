#include "study/study_writers.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;
using study::EndedRun;

constexpr std::size_t most_shown = 60;

} // namespace

std::string human_duration(double seconds) {
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole >= hour) {
        return fmt::format("{} h {} min", whole / hour, whole % hour / minute);
    }
    return whole >= minute ? fmt::format("{} min {} s", whole / minute, whole % minute)
                           : fmt::format("{} s", whole);
}

void write_plan_text(const study::Study& study, const study::Plan& plan,
                     const std::vector<EndedRun>& ended, const std::vector<study::PlannedRun>& runs,
                     Output& output) {
    output.print("study {}: {}, {} times each, in random order (seed {}): {}\n", study.name,
                 plural(plan.combinations.size(), "combination"), study.repetitions, study.seed,
                 plural(plan.order.size(), "run"));
    if (runs.size() < plan.order.size()) {
        output.print("of these {} are to be made\n", runs.size());
    }
    const auto seconds = study::estimated_seconds(plan, ended, runs);
    if (seconds && !runs.empty()) {
        output.print("they will take about {}\n", human_duration(*seconds));
    }
    for (std::size_t i = 0; i < std::min(runs.size(), most_shown); ++i) {
        output.print("  {}. {}\n", runs[i].repetition + 1,
                     printable(plan.combinations[runs[i].combination].text(study)));
    }
    if (runs.size() > most_shown) {
        output.print("  and {} (all: --json)\n", runs.size() - most_shown);
    }
}

void write_plan_json(const study::Study& study, const study::Plan& plan,
                     const std::vector<EndedRun>& ended, const std::vector<study::PlannedRun>& runs,
                     Output& output) {
    const auto seconds = study::estimated_seconds(plan, ended, runs);
    Json json{{"format", 1},
              {"study", study.name},
              {"combinations", plan.combinations.size()},
              {"runs", plan.order.size()},
              {"seed", study.seed},
              {"seconds", seconds ? Json(*seconds) : Json()},
              {"to_do", Json::array()}};
    for (const auto& run : runs) {
        json["to_do"].push_back(Json::parse(study::key_of(plan, run)));
    }
    output.write(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace proxima::cli
