#include "optimizer/decisions.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace proxima::online {
namespace {

using Json = nlohmann::ordered_json;

const char* to_string(Fate fate) {
    constexpr std::array<const char*, 6> names{"untried", "predicted worse", "worse",
                                               "equal",   "failed",          "best"};
    return names.at(static_cast<std::size_t>(fate));
}

Json json_of(const KnownCandidate& candidate) {
    Json json{{"class", candidate.class_name}};
    if (!candidate.objection.empty()) {
        json["fate"] = "not possible";
        json["why"] = candidate.objection;
        return json;
    }
    json["fate"] = to_string(candidate.standing.fate);
    if (candidate.standing.ratio > 0 && candidate.standing.fate != Fate::best) {
        json["ratio"] = candidate.standing.ratio;
        json["pairs"] = candidate.standing.pairs;
        if (candidate.standing.interval.max > 0) {
            json["interval"] = {candidate.standing.interval.min, candidate.standing.interval.max};
        }
    }
    return json;
}

Json json_of(const Decided& decided) {
    Json candidates = Json::array();
    for (const KnownCandidate& candidate : decided.candidates) {
        candidates.push_back(json_of(candidate));
    }
    return {{"instance", decided.instance},
            {"start", decided.start},
            {"best", decided.best},
            {"renewals", decided.renewals},
            {"explored_seconds", decided.explored_seconds},
            {"candidates", std::move(candidates)}};
}

Json json_of(const Swap& swap) {
    return {{"at", swap.safe_point}, {"seconds", swap.seconds}, {"instance", swap.instance},
            {"from", swap.from},     {"to", swap.to},           {"why", swap.why}};
}

} // namespace

std::string to_json(const Decisions& decisions) {
    Json swaps = Json::array();
    for (const Swap& swap : decisions.swaps) {
        swaps.push_back(json_of(swap));
    }
    Json instances = Json::array();
    for (const Decided& decided : decisions.instances) {
        instances.push_back(json_of(decided));
    }
    const Json json{{"format", 1},
                    {"safe_point", decisions.safe_point},
                    {"safe_points", decisions.safe_points},
                    {"seconds", decisions.seconds},
                    {"instances", std::move(instances)},
                    {"swaps", std::move(swaps)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace proxima::online
