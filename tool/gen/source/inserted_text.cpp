#include "source/inserted_text.hpp"

#include "analysis/ports/probe_text.hpp"
#include "output/text_template.hpp"

#include <algorithm>

namespace proxima::gen {
namespace {

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return result;
}

std::string in_one_line(std::string text) {
    text.erase(std::find_if(text.rbegin(), text.rend(), [](char c) { return c != '\n'; }).base(),
               text.end());
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string word_text(const SourceParameter& parameter) {
    return parameter.type == "real" ? "proxima_source_real((double)(" + parameter.expression + "))"
                                    : "(unsigned long long)(" + parameter.expression + ")";
}

std::string word(std::size_t number) {
    return "proxima_source_words_[" + std::to_string(number) + "]";
}

bool may_throw(const SourcePlace& place) {
    return std::any_of(place.parameters.begin(), place.parameters.end(),
                       [](const SourceParameter& parameter) { return parameter.may_throw; });
}

// Declares constant views of what the expression uses.
std::string views_text(const SourceParameter& parameter) {
    std::string text;
    for (const std::string& name : parameter.arguments) {
        text += text.empty() ? "" : ", ";
        text += name == object_name ? "proxima_source_target_& target"
                                    : "const __typeof__(" + name + ")& " + name;
    }
    return text;
}

std::string arguments_text(const SourceParameter& parameter) {
    std::string text;
    for (const std::string& name : parameter.arguments) {
        text += (text.empty() ? "" : ", ") + (name == object_name ? "*this" : name);
    }
    return text;
}

// A class with a function for each expression, so that these can change nothing.
template <class Function>
std::string class_text(const SourcePlace& place, const Function& function) {
    std::string text;
    bool uses_object = false;
    for (std::size_t i = 0; i < place.parameters.size(); ++i) {
        text += function(place.parameters[i], "proxima_value_" + std::to_string(i));
        const std::vector<std::string>& names = place.parameters[i].arguments;
        uses_object =
            uses_object || std::find(names.begin(), names.end(), object_name) != names.end();
    }
    return (uses_object ? "typedef __typeof__(*this) proxima_source_target_; " : "") +
           ("struct " + std::string(probe_class)) + " { " + text + "}; ";
}

std::string value_function(const SourceParameter& parameter, const std::string& name,
                           std::size_t number) {
    const std::string start = "static unsigned long long " + name + "(";
    const std::string views = views_text(parameter);
    const std::string value = "return " + word_text(parameter) + ";";
    if (!parameter.may_throw) {
        return start + views + ") { " + value + " } ";
    }
    return start + "unsigned long long& proxima_missing" + (views.empty() ? "" : ", ") + views +
           ") { try { " + value +
           " } catch (...) { proxima_missing |= " + std::to_string(1U << number) +
           "; return 0; } } ";
}

std::string values_text(const SourcePlace& place) {
    std::size_t number = 0;
    return class_text(place, [&](const SourceParameter& parameter, const std::string& name) {
        return value_function(parameter, name, number++);
    });
}

// Evaluates the parameter in the function: by the class of values, or where it stands.
std::string evaluated(const SourcePlace& place, std::size_t number, bool has_class) {
    const SourceParameter& parameter = place.parameters[number];
    if (!has_class) {
        return word_text(parameter);
    }
    const std::string arguments = arguments_text(parameter);
    const std::string missing = parameter.may_throw ? word(place.parameters.size()) : "";
    return std::string(probe_class) + "::proxima_value_" + std::to_string(number) + "(" + missing +
           (missing.empty() || arguments.empty() ? "" : ", ") + arguments + ")";
}

std::string location_of(const SourcePlace& place) {
    const std::string& file = place.begin.file;
    return escaped(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(place.begin.line);
}

} // namespace

std::string declarations_text(bool is_cxx) {
    const std::string text = render_template("source_declarations", kainjow::mustache::data{});
    return is_cxx ? "extern \"C\" {\n" + text + "\n}\n" : text + "\n";
}

std::string probe_text(const SourcePlace& place, bool is_cxx) {
    const auto statement = [](const SourceParameter& parameter) {
        return "(" + at_position(parameter.position, parameter.expression + "\n") + ");";
    };
    if (is_cxx) {
        return class_text(place, [&](const SourceParameter& parameter, const std::string& name) {
            return "static void " + name + "(" + views_text(parameter) + ") { " +
                   statement(parameter) + " } ";
        });
    }
    std::string text;
    for (const SourceParameter& parameter : place.parameters) {
        text += statement(parameter);
    }
    return "{ " + text + " }";
}

std::string place_text(const SourcePlace& place, bool is_cxx) {
    const bool is_function = place.kind == SourcePlace::Kind::function;
    const bool has_class = is_cxx && place.is_configured && !place.parameters.empty();
    const bool has_missing = may_throw(place);
    std::size_t number = place.parameters.size();
    std::string words = has_missing ? "(void)(" + word(number) + " = 0), " : "";
    std::string parameters;
    for (std::size_t i = 0; i < number; ++i) {
        const SourceParameter& parameter = place.parameters[i];
        words += "(void)(" + word(i) + " = " + evaluated(place, i, has_class) + "), ";
        parameters += (parameters.empty() ? "" : ", ") + parameter.type + " " + parameter.name;
    }
    parameters += has_missing ? ", missing " : "";
    number += has_missing ? 1 : 0;
    kainjow::mustache::data values;
    values.set("kind", is_function ? "function" : "loop");
    values.set("name", place.is_named_by_compiler ? "__PRETTY_FUNCTION__"
                                                  : "\"" + escaped(place.name) + "\"");
    values.set("signature", is_function ? "__PRETTY_FUNCTION__" : "\"\"");
    values.set("location", location_of(place));
    values.set("parameters", escaped(parameters));
    values.set("words", words);
    values.set("first", words.empty() ? "0" : word(0));
    values.set("size", std::to_string(std::max(number, std::size_t{1})));
    values.set("count", std::to_string(number));
    return in_one_line((has_class ? values_text(place) : "") +
                       render_template("source_place", values));
}

} // namespace proxima::gen
