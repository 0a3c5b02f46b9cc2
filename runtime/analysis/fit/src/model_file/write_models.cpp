#include <proxima/base/file.hpp>
#include <proxima/fit/model_file.hpp>

#include <nlohmann/json.hpp>

namespace proxima::fit {
namespace {

using Json = nlohmann::ordered_json;

void add_text(Json& json, const char* key, const std::string& text) {
    if (!text.empty()) {
        json[key] = text;
    }
}

Json json_of(const Input& input) {
    Json json{{"name", input.name}};
    if (input.parameter != input.name) {
        json["parameter"] = input.parameter;
    }
    if (input.domain) {
        json["min"] = input.domain->min;
        json["max"] = input.domain->max;
    }
    return json;
}

Json json_of(const Uncertainty& uncertainty) {
    Json json{{"level", uncertainty.level}, {"degrees_of_freedom", uncertainty.degrees_of_freedom}};
    json["gradient"] = Json::array();
    for (const auto& term : uncertainty.gradient) {
        json["gradient"].push_back(term.text());
    }
    json["covariance"] = uncertainty.covariance;
    if (!uncertainty.residuals.empty()) {
        json["residuals"] = uncertainty.residuals;
    }
    return json;
}

Json json_of(const Quality& fit) {
    Json json{{"family", fit.family},
              {"criterion", fit.criterion},
              {"score", fit.score},
              {"explained", fit.explained},
              {"relative_error", fit.relative_error},
              {"left_out", fit.left_out}};
    add_text(json, "tail", fit.tail);
    add_text(json, "groups", fit.groups);
    return json;
}

Json json_of(const Evidence& evidence) {
    Json json = Json::object();
    const auto add_count = [&](const char* key, std::uint64_t count) {
        if (count != 0) {
            json[key] = count;
        }
    };
    add_count("points", evidence.points);
    add_count("distinct", evidence.distinct);
    add_count("repetitions", evidence.repetitions);
    add_count("outliers", evidence.outliers);
    add_text(json, "statistic", evidence.statistic);
    add_text(json, "machine", evidence.machine);
    if (!evidence.runs.empty()) {
        json["runs"] = evidence.runs;
    }
    add_text(json, "source", evidence.source);
    return json;
}

void add_lists(Json& json, const Model& model) {
    for (const auto& condition : model.conditions) {
        json["conditions"].push_back(
            {{"parameter", condition.parameter}, {"value", condition.value}});
    }
    json["inputs"] = Json::array();
    for (const auto& input : model.inputs) {
        json["inputs"].push_back(json_of(input));
    }
}

Json json_of(const Model& model) {
    Json json{{"component", model.component}, {"implementation", model.implementation}};
    add_text(json, "port", model.port);
    add_text(json, "method", model.method);
    json["metric"] = model.metric;
    add_text(json, "unit", model.unit);
    add_lists(json, model);
    json["mean"] = model.mean.text();
    if (model.stddev) {
        json["stddev"] = model.stddev->text();
    }
    if (model.uncertainty) {
        json["interval"] = json_of(*model.uncertainty);
    }
    if (model.fit) {
        json["fit"] = json_of(*model.fit);
    }
    if (const auto evidence = json_of(model.evidence); !evidence.empty()) {
        json["evidence"] = evidence;
    }
    if (!model.quality.empty()) {
        json["quality"] = model.quality;
    }
    if (!model.dropped.empty()) {
        json["dropped"] = model.dropped;
    }
    if (!model.notes.empty()) {
        json["notes"] = model.notes;
    }
    if (!model.warnings.empty()) {
        json["warnings"] = model.warnings;
    }
    return json;
}

} // namespace

std::string models_text(const std::vector<Model>& models) {
    std::string text = "{\n \"format\": 1,\n \"models\": [";
    for (const auto& model : models) { // a tree of all would take many times their text
        text += text.back() == '[' ? "\n  " : ",\n  ";
        for (const char c : json_of(model).dump(1, ' ', false, Json::error_handler_t::replace)) {
            text += c;
            text += c == '\n' ? "  " : "";
        }
    }
    return text + (models.empty() ? "]\n}\n" : "\n ]\n}\n");
}

void write_models(const std::filesystem::path& file, const std::vector<Model>& models) {
    base::replace_file(file, models_text(models));
}

} // namespace proxima::fit
