#include <proxima/base/file.hpp>
#include <proxima/platform/documents.hpp>

#include <nlohmann/json.hpp>

namespace proxima::platform {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Quantity& quantity) {
    Json json{{"name", quantity.name}, {"value", quantity.value}};
    if (!quantity.unit.empty()) {
        json["unit"] = quantity.unit;
    }
    if (quantity.interval) {
        json["interval"] = {quantity.interval->min, quantity.interval->max};
    }
    if (!quantity.note.empty()) {
        json["note"] = quantity.note;
    }
    return json;
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Puts each member and each element on its own line, because people edit these files.
std::string document_text(const Json& json) {
    std::string text = "{";
    for (const auto& [key, value] : json.items()) {
        text += (text.size() > 1 ? ",\n " : "") + line_of(key) + ": ";
        if (!value.is_array()) {
            text += line_of(value);
            continue;
        }
        std::string elements;
        for (const auto& element : value) {
            elements += (elements.empty() ? "\n  " : ",\n  ") + line_of(element);
        }
        text += "[" + elements + "]";
    }
    return text + "}\n";
}

} // namespace

std::string platform_text(const Platform& platform) {
    Json json{{"format", 1},
              {"platform", platform.name},
              {"title", platform.title},
              {"source", platform.source}};
    json["quantities"] = Json::array();
    for (const auto& quantity : platform.quantities) {
        json["quantities"].push_back(json_of(quantity));
    }
    return document_text(json);
}

std::string fitted_text(const Application& application) {
    auto json = Json::parse(base::read_whole_file(application.file));
    for (auto& parameter : json["parameters"]) {
        const auto& fitted = *application.find(parameter["name"].get<std::string>());
        if (fitted.is_free) {
            parameter["value"] = fitted.value;
            parameter.erase("interval");
            if (fitted.interval) {
                parameter["interval"] = {fitted.interval->min, fitted.interval->max};
            }
        }
    }
    const auto& fit = *application.fit;
    json["fit"] = {{"degrees_of_freedom", fit.degrees_of_freedom},
                   {"scatter", fit.scatter},
                   {"parameters", fit.parameters},
                   {"covariance", fit.covariance},
                   {"runs", fit.runs}};
    return document_text(json);
}

} // namespace proxima::platform
