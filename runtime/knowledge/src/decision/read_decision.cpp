#include <proxima/json/text_file.hpp>
#include <proxima/knowledge/decision.hpp>
#include <proxima/model/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace proxima::knowledge {
namespace {

using Json = nlohmann::json;

std::string contents(const std::filesystem::path& file) {
    try {
        return json::read_text_file(file);
    } catch (const json::UnreadableText& unreadable) {
        throw model::Error(file, unreadable.what());
    }
}

std::size_t line_of(const std::string& text, std::size_t byte) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

Prediction prediction_of(const Json& json) {
    Prediction made;
    for (const auto& [instance, chosen] : json.at("assembly").items()) {
        made.assembly.implementations[instance] = chosen.at("implementation").get<std::string>();
    }
    made.mean_us = json.at("mean_us").get<double>();
    made.stddev_us = json.at("stddev_us").get<double>();
    made.interval_min_us = json.at("interval_min_us").get<double>();
    made.interval_max_us = json.at("interval_max_us").get<double>();
    return made;
}

/// What JSON that is no answer may have in the place of one.
const char* objection(const Decision& decision) {
    if (decision.chosen.assembly.implementations.empty()) {
        return "its \"assembly\" names no instance";
    }
    if (!(decision.level > 0 && decision.level < 1)) {
        return "its \"level\" is not between 0 and 1";
    }
    if (decision.chosen.mean_us < 0 || decision.chosen.stddev_us < 0) {
        return "a predicted time or deviation is negative";
    }
    const auto better = decision.runner_up_better_probability.value_or(0);
    if (better < 0 || better > 1) {
        return "a \"better_probability\" is not from 0 to 1";
    }
    return nullptr;
}

Decision decision_of(const Json& json) {
    Decision made;
    made.chosen = prediction_of(json);
    made.level = json.at("level").get<double>();
    made.is_optimal = json.at("proven").get<bool>();
    made.gap = json.at("gap").get<double>();
    const auto& alternatives = json.at("alternatives");
    if (!alternatives.empty()) {
        const auto& next = alternatives.at(0);
        made.runner_up = prediction_of(next);
        const auto& probability = next.at("better_probability");
        if (!probability.is_null()) {
            made.runner_up_better_probability = probability.get<double>();
        }
    }
    return made;
}

} // namespace

Decision read_decision(const std::filesystem::path& file) {
    auto text = contents(file);
    try {
        auto made = decision_of(Json::parse(text));
        if (const char* const wrong = objection(made)) {
            throw model::Error(file,
                               std::string("is no answer of `proxima select --json`: ") + wrong);
        }
        made.text = std::move(text);
        return made;
    } catch (const Json::parse_error& error) {
        throw model::Error(file, line_of(text, error.byte),
                           "is no JSON; write it by `proxima select --json`");
    } catch (const Json::exception& error) {
        const std::string what = error.what();
        const auto prefix = what.find("] ");
        throw model::Error(file,
                           "is no answer of `proxima select --json`: " +
                               (prefix == std::string::npos ? what : what.substr(prefix + 2)));
    }
}

} // namespace proxima::knowledge
