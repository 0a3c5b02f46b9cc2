// The members of attention.json and decisions.json, named once for reading and for writing.
#pragma once

#include <proxima/online/files/decisions.hpp>
#include <proxima/online/files/sensor_findings.hpp>

namespace proxima::online::files {

// Each visits all members of a structure. `in.name` is for texts that must be there, `in.list` for
// arrays of structures; `in(key, value, is_known)` leaves the member out where it is unknown.
template <class In>
void visit(In& in, SensorFinding& event) {
    in.name("sensor", event.sensor);
    in.name("method", event.method);
    in("rank", event.rank, event.rank >= 0);
    in("since", event.since);
    in("at", event.at);
    in("value", event.value);
    in("before", event.before, event.before > 0);
    in("windows", event.windows);
}

template <class In>
void visit(In& in, AttentionFile& attention) {
    in("false_alarms", attention.false_alarms);
    in("sensors", attention.sensors);
    in.list("events", attention.events);
}

template <class In>
void visit(In& in, KnownCandidate& candidate) {
    in.name("class", candidate.class_name);
    in.name("fate", candidate.fate);
    in("why", candidate.why, !candidate.why.empty());
    const bool is_measured = candidate.ratio > 0;
    in("ratio", candidate.ratio, is_measured);
    in("pairs", candidate.pairs, is_measured);
    in("trials", candidate.trials, is_measured);
    in("interval", candidate.interval);
    const bool is_predicted = candidate.predicted_us > 0;
    in("predicted_us", candidate.predicted_us, is_predicted);
    in("predicted_step_us", candidate.predicted_step_us, is_predicted);
}

template <class In>
void visit(In& in, Decided& decided) {
    in.name("instance", decided.instance);
    in.name("start", decided.start);
    in.name("best", decided.best);
    in.list("candidates", decided.candidates);
    in("on_trial", decided.on_trial, !decided.on_trial.empty());
}

template <class In>
void visit(In& in, LeftAlone& alone) {
    in("at", alone.safe_point);
    in("seconds", alone.seconds);
    in("why", alone.why);
}

template <class In>
void visit(In& in, Swap& swap) {
    in("at", swap.safe_point);
    in("seconds", swap.seconds);
    in.name("instance", swap.instance);
    in.name("from", swap.from);
    in.name("to", swap.to);
    in("why", swap.why);
}

template <class In>
void visit(In& in, Decisions& decisions) {
    in.name("safe_point", decisions.safe_point);
    in("safe_points", decisions.safe_points);
    in("seconds", decisions.seconds);
    in("renewals", decisions.renewals);
    in("returns", decisions.returns);
    in("explored_seconds", decisions.explored_seconds);
    in.list("alone", decisions.alone);
    in.list("instances", decisions.instances);
    in.list("swaps", decisions.swaps);
}

} // namespace proxima::online::files
