// Reads attention.json and decisions.json.
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/online/files/decisions.hpp>
#include <proxima/online/files/sensor_findings.hpp>

namespace proxima::online::files {
namespace {

using base::LocatedJson;
using Members = base::LocatedObject;

SensorFinding event_of(Members& json) {
    SensorFinding event;
    event.sensor = json.name("sensor");
    event.method = json.name("method");
    event.rank = static_cast<std::int64_t>(json.number("rank").value_or(-1));
    event.since = json.number("since").value_or(0);
    event.at = json.number("at").value_or(0);
    event.value = json.number("value").value_or(0);
    event.before = json.number("before").value_or(0);
    event.windows = json.count("windows");
    json.refuse_others();
    return event;
}

KnownCandidate candidate_of(Members& json) {
    KnownCandidate candidate;
    candidate.class_name = json.name("class");
    candidate.fate = json.name("fate");
    candidate.why = json.text("why", "");
    candidate.ratio = json.number("ratio").value_or(0);
    candidate.pairs = json.count("pairs");
    candidate.trials = json.count("trials");
    candidate.predicted_step_us = json.number("predicted_step_us").value_or(0);
    candidate.predicted_us = json.number("predicted_us").value_or(0);
    if (const auto ends = json.optional("interval", LocatedJson::Kind::array)) {
        const auto values = ends->elements();
        if (values.size() != 2) {
            json.fail(*ends, "an interval has two ends");
        }
        candidate.interval = {values[0].number(), values[1].number()};
    }
    json.refuse_others();
    return candidate;
}

Decided decided_of(Members& json) {
    Decided decided;
    decided.instance = json.name("instance");
    decided.start = json.name("start");
    decided.best = json.name("best");
    decided.on_trial = json.text("on_trial", "");
    decided.candidates = json.objects("candidates", candidate_of);
    json.refuse_others();
    return decided;
}

LeftAlone alone_of(Members& json) {
    LeftAlone alone{json.count("at"), json.number("seconds").value_or(0), json.text("why", "")};
    json.refuse_others();
    return alone;
}

Swap swap_of(Members& json) {
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

// Passes the members of the file to `take`, and rejects members that it does not read.
template <class Take>
void read_members(const std::filesystem::path& file, const char* what, Take take) {
    const LocatedJson json =
        base::parse_located_json(file, base::read_whole_file(file, base::Links::refused));
    Members members(file, json, what);
    members.require_format(1);
    take(members);
    members.refuse_others();
}

} // namespace

AttentionFile read_attention(const std::filesystem::path& file) {
    AttentionFile attention;
    read_members(file, "a file of findings", [&](Members& members) {
        attention.false_alarms = members.number("false_alarms").value_or(0);
        attention.sensors = members.texts("sensors");
        attention.events = members.objects("events", event_of);
    });
    return attention;
}

Decisions read_decisions(const std::filesystem::path& file) {
    Decisions decisions;
    read_members(file, "a file of decisions", [&](Members& members) {
        decisions.safe_point = members.name("safe_point");
        decisions.safe_points = members.count("safe_points");
        decisions.seconds = members.number("seconds").value_or(0);
        decisions.renewals = members.count("renewals");
        decisions.returns = members.count("returns");
        decisions.explored_seconds = members.number("explored_seconds").value_or(0);
        decisions.alone = members.objects("alone", alone_of);
        decisions.instances = members.objects("instances", decided_of);
        decisions.swaps = members.objects("swaps", swap_of);
    });
    return decisions;
}

} // namespace proxima::online::files
