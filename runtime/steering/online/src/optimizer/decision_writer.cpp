#include "optimizer/decision_writer.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>

namespace proxima::online {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const files::Decided& decided);

const char* to_string(CandidateFate fate) {
    constexpr std::array<const char*, 9> names{"untried", "predicted worse", "worse",
                                               "equal",   "not sure",        "failed",
                                               "threw",   "unfit",           "best"};
    return names.at(static_cast<std::size_t>(fate));
}

Json json_of(const files::KnownCandidate& candidate) {
    Json json{{"class", candidate.class_name}, {"fate", candidate.fate}};
    if (!candidate.why.empty()) {
        json["why"] = candidate.why;
    }
    if (candidate.ratio > 0) {
        json["ratio"] = candidate.ratio;
        json["pairs"] = candidate.pairs;
        json["trials"] = candidate.trials;
    }
    if (candidate.interval) {
        json["interval"] = {candidate.interval->first, candidate.interval->second};
    }
    if (candidate.predicted_us > 0) {
        json["predicted_us"] = candidate.predicted_us;
        json["predicted_step_us"] = candidate.predicted_step_us;
    }
    return json;
}

Json json_of(const files::Swap& swap) {
    return {{"at", swap.safe_point}, {"seconds", swap.seconds}, {"instance", swap.instance},
            {"from", swap.from},     {"to", swap.to},           {"why", swap.why}};
}

Json json_of(const files::LeftAlone& alone) {
    return {{"at", alone.safe_point}, {"seconds", alone.seconds}, {"why", alone.why}};
}

template <class Range>
Json array_of(const Range& range) {
    Json array = Json::array();
    for (const auto& element : range) {
        array.push_back(json_of(element));
    }
    return array;
}

Json json_of(const files::Decided& decided) {
    Json json{{"instance", decided.instance},
              {"start", decided.start},
              {"best", decided.best},
              {"candidates", array_of(decided.candidates)}};
    if (!decided.on_trial.empty()) {
        json["on_trial"] = decided.on_trial;
    }
    return json;
}

} // namespace

files::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing) {
    files::KnownCandidate candidate;
    candidate.class_name = class_name;
    const bool was_tried = standing.fate == CandidateFate::untried && standing.ratio > 0;
    candidate.fate = was_tried ? "not tried again" : to_string(standing.fate);
    if (standing.ratio > 0 && standing.fate != CandidateFate::best) {
        candidate.ratio = standing.ratio;
        candidate.pairs = standing.pairs;
        candidate.trials = standing.trials;
        if (standing.interval.max > 0) {
            candidate.interval = {standing.interval.min, standing.interval.max};
        }
    }
    return candidate;
}

std::string to_json(const files::Decisions& decisions) {
    const Json json{{"format", 1},
                    {"safe_point", decisions.safe_point},
                    {"safe_points", decisions.safe_points},
                    {"seconds", decisions.seconds},
                    {"renewals", decisions.renewals},
                    {"returns", decisions.returns},
                    {"explored_seconds", decisions.explored_seconds},
                    {"alone", array_of(decisions.alone)},
                    {"instances", array_of(decisions.instances)},
                    {"swaps", array_of(decisions.swaps)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace proxima::online
