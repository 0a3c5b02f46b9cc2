#include "predict/predict_command.hpp"
#include "shared/prediction_writers.hpp"
#include "text/json_text.hpp"

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

} // namespace

void write_predictions_json(const Predictions& predictions, text::Output& output) {
    const auto& options = predictions.options;
    Json json{{"application", predictions.application.name},
              {"source", predictions.application.source},
              {"over", options.over ? Json(options.over->parameter) : Json()},
              {"platforms", Json::array()}};
    for (const auto& on : predictions.platforms) {
        auto points = Json::array();
        for (const auto& point : on.points) {
            auto made = json_of(predictions.application, point.prediction);
            if (point.at) {
                made["at"] = *point.at;
                made["speedup"] = point.speedup ? Json(*point.speedup) : Json();
            }
            points.push_back(std::move(made));
        }
        json["platforms"].push_back(
            {{"platform", on.name}, {"title", on.title}, {"points", points}});
    }
    output.write(text::json_text(json) + "\n");
}

void write_fitted_json(const platform::FittedApplication& fitted, text::Output& output) {
    const auto& fit = *fitted.application.fit;
    Json json{{"application", fitted.application.name},
              {"scatter", fit.scatter},
              {"parameters", Json::array()},
              {"runs", Json::array()}};
    for (const auto& parameter : fitted.application.parameters) {
        if (parameter.is_free) {
            json["parameters"].push_back({{"name", parameter.name},
                                          {"value", parameter.value},
                                          {"unit", parameter.unit},
                                          {"interval", json_of(parameter.interval)}});
        }
    }
    for (const auto& checked : fitted.runs) {
        json["runs"].push_back({{"platform", checked.run.platform},
                                {"values", checked.run.values},
                                {"seconds", checked.run.seconds},
                                {"predicted", checked.prediction.total.value},
                                {"interval", json_of(checked.prediction.total.interval)},
                                {"relative_error", checked.relative_error()},
                                {"held_back", checked.is_held_back},
                                {"covered", checked.is_covered()}});
    }
    output.write(text::json_text(json) + "\n");
}

} // namespace proxima::cli
