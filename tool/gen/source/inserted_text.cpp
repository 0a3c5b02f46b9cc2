#include "source/inserted_text.hpp"

#include "output/text_template.hpp"

#include <algorithm>

namespace proxima::gen {
namespace {

std::string quoted(const std::string& text) {
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

std::string stored(const SourceParameter& parameter, std::size_t number) {
    return "(void)(proxima_source_words_[" + std::to_string(number) +
           "] = " + word_text(parameter) + "), ";
}

std::string location_of(const SourcePlace& place) {
    const std::string& file = place.begin.file;
    return quoted(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(place.begin.line);
}

} // namespace

std::string declarations_text(bool is_cxx) {
    const std::string text = render_template("source_declarations", kainjow::mustache::data{});
    return is_cxx ? "extern \"C\" {\n" + text + "\n}\n" : text + "\n";
}

std::string place_text(const SourcePlace& place) {
    const bool is_function = place.kind == SourcePlace::Kind::function;
    std::string words;
    std::string parameters;
    std::size_t number = 0;
    for (const SourceParameter& parameter : place.parameters) {
        words += stored(parameter, number++);
        parameters += (parameters.empty() ? "" : ", ") + parameter.type + " " + parameter.name;
    }
    kainjow::mustache::data values;
    values.set("kind", is_function ? "function" : "loop");
    values.set("name", place.is_named_by_compiler ? "__PRETTY_FUNCTION__"
                                                  : "\"" + quoted(place.name) + "\"");
    values.set("signature", is_function ? "__PRETTY_FUNCTION__" : "\"\"");
    values.set("location", location_of(place));
    values.set("parameters", parameters);
    values.set("words", words);
    values.set("first", words.empty() ? "0" : "proxima_source_words_[0]");
    values.set("size", std::to_string(std::max(number, std::size_t{1})));
    values.set("count", std::to_string(number));
    return in_one_line(render_template("source_place", values));
}

} // namespace proxima::gen
