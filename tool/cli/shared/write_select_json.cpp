#include "shared/select_writers.hpp"
#include "text/json_text.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const select::SuggestedMeasurement& measurement) {
    Json json{{"what", measurement.what}, {"at", Json::object()}};
    for (const auto& [name, value] : measurement.at) {
        json["at"][name] = value;
    }
    return json;
}

Json assembly_of(const ShownSelection& shown, const select::Alternative& one) {
    Json json = Json::object();
    for (std::size_t i = 0; i < shown.answer.variables.size(); ++i) {
        const auto& variable = shown.answer.variables[i];
        const auto& family = shown.problem.families[variable.family];
        const auto& chosen = family.implementations[one.implementations[i]];
        auto& made = json[variable.instance];
        made = {{"implementation", chosen.name},
                {"class", chosen.class_name},
                {"family", family.name},
                {"significant", variable.is_significant}};
        if (!chosen.inputs.empty()) {
            made["inputs"] = chosen.inputs;
        }
    }
    return json;
}

void add(const ShownSelection& shown, const select::Alternative& one, Json& json) {
    json["assembly"] = assembly_of(shown, one);
    json["mean_us"] = one.prediction.mean_us;
    json["stddev_us"] = one.prediction.stddev_us;
    json["run_variation"] = one.prediction.run_variation;
    json["level"] = shown.settings.level;
    json["interval_min_us"] = one.prediction.interval.min;
    json["interval_max_us"] = one.prediction.interval.max;
    json["quality"] = one.quality;
}

Json list_of(const ShownSelection& shown, std::vector<select::Alternative>::const_iterator first,
             std::vector<select::Alternative>::const_iterator last) {
    Json list = Json::array();
    for (auto one = first; one != last; ++one) {
        Json json{{"tie", one->is_tie}};
        if (one->better_probability) {
            json["better_probability"] = *one->better_probability;
        }
        add(shown, *one, json);
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace

void write_select_json(const ShownSelection& shown, text::Output& output) {
    const auto& answer = shown.answer;
    Json json{{"format", 1}, {"proven", answer.is_proven()}};
    add(shown, answer.best.front(), json);
    json["alternatives"] = list_of(shown, answer.best.begin() + 1, answer.best.end());
    json["front"] = list_of(shown, answer.front.begin(), answer.front.end());
    json["not_known"] = Json::array();
    for (const auto& one : answer.not_known) {
        json["not_known"].push_back({{"what", one.what}, {"measure", json_of(one.measurement)}});
    }
    if (const auto next = answer.next_measurement()) {
        json["measure_next"] = json_of(*next);
    }
    if (answer.doubt) {
        json["better_probability_then"] = answer.doubt->after;
    }
    json["runs"] = answer.runs;
    json["as_measured_us"] = answer.as_measured_us;
    json["not_chosen"] = Json::array();
    for (const auto& one : shown.not_chosen) {
        json["not_chosen"].push_back({{"what", one.what}, {"why", one.why}});
    }
    if (!shown.inputs.empty()) {
        json["inputs"] = shown.inputs;
        json["changes"] = Json::array();
        for (const auto& one : shown.changes) {
            json["changes"].push_back(
                {{"input", one.input}, {"from", one.from}, {"classes", one.classes}});
        }
    }
    json["warnings"] = answer.warnings;
    output.write(text::json_text(json, 1) + "\n");
}

} // namespace proxima::cli
