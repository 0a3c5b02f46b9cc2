#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/rundir/decisions.hpp>

namespace proxima::rundir {
namespace {

using base::LocatedJson;
using base::LocatedObject;

constexpr double known_format = 1;

KnownCandidate candidate_of(LocatedObject& json) {
    KnownCandidate candidate;
    candidate.class_name = json.name("class");
    candidate.fate = json.name("fate");
    candidate.why = json.text("why", "");
    candidate.ratio = json.number("ratio").value_or(0);
    candidate.pairs = json.count("pairs");
    candidate.predicted_step_us = json.number("predicted_step_us").value_or(0);
    candidate.predicted_us = json.number("predicted_us").value_or(0);
    if (const LocatedJson* const ends = json.optional("interval", LocatedJson::Kind::array)) {
        const auto& values = ends->elements;
        if (values.size() != 2) {
            json.fail(*ends, "an interval has two ends");
        }
        candidate.interval = {values[0].number, values[1].number};
    }
    json.refuse_others();
    return candidate;
}

Decided decided_of(LocatedObject& json) {
    Decided decided;
    decided.instance = json.name("instance");
    decided.start = json.name("start");
    decided.best = json.name("best");
    decided.renewals = json.count("renewals");
    decided.explored_seconds = json.number("explored_seconds").value_or(0);
    for (LocatedObject& candidate : json.objects("candidates")) {
        decided.candidates.push_back(candidate_of(candidate));
    }
    json.refuse_others();
    return decided;
}

Swap swap_of(LocatedObject& json) {
    Swap swap;
    swap.safe_point = json.count("at");
    swap.seconds = json.number("seconds").value_or(0);
    swap.instance = json.name("instance");
    swap.from = json.name("from");
    swap.to = json.name("to");
    swap.why = json.text("why", "");
    json.refuse_others();
    return swap;
}

} // namespace

Decisions read_decisions(const std::filesystem::path& file) {
    const LocatedJson json = base::parse_located_json(file, base::read_whole_file(file));
    LocatedObject object(file, json, "a file of decisions");
    if (object.number("format").value_or(0) != known_format) {
        object.fail(json, "this is no decisions.json of format 1");
    }
    Decisions decisions;
    decisions.safe_point = object.name("safe_point");
    decisions.safe_points = object.count("safe_points");
    decisions.seconds = object.number("seconds").value_or(0);
    for (LocatedObject& instance : object.objects("instances")) {
        decisions.instances.push_back(decided_of(instance));
    }
    for (LocatedObject& swap : object.objects("swaps")) {
        decisions.swaps.push_back(swap_of(swap));
    }
    object.refuse_others();
    return decisions;
}

} // namespace proxima::rundir
