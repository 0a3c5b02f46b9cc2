#include "fit/fit_command.hpp"
#include "text/json_text.hpp"

#include <proxima/fit/model_file.hpp>

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const fit::FitOutcome& outcome) {
    Json json{{"component", outcome.measurements.component},
              {"port", outcome.measurements.port},
              {"method", outcome.measurements.method},
              {"metric", outcome.measurements.metric},
              {"conditions", Json::array()}};
    for (const auto& condition : outcome.conditions) {
        json["conditions"].push_back(
            {{"parameter", condition.parameter}, {"value", condition.value}});
    }
    json["refusal"] = outcome.model ? Json() : Json(outcome.refusal);
    json["model"] =
        outcome.model ? Json::parse(fit::models_text({*outcome.model}))["models"][0] : Json();
    return json;
}

} // namespace

void write_fit_json(const std::vector<fit::FitOutcome>& outcomes, text::Output& output) {
    const char* separator = "[\n";
    for (const auto& outcome : outcomes) {
        output.write(separator + text::json_text(json_of(outcome), 1));
        separator = ",\n";
    }
    output.write(outcomes.empty() ? "[]\n" : "\n]\n");
}

} // namespace proxima::cli
