#include "output/text_template.hpp"

#include <sstream>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;
using kainjow::mustache::partial;

// The licence note in every generated file.
constexpr const char* freedom =
    "The generated code is yours: it carries no obligation from Proxima's license.";

// Empty sections leave empty lines; keeps one between lines, and none beside a brace.
std::string without_spare_lines(const std::string& text) {
    std::istringstream lines(text);
    std::string tidy;
    std::string previous;
    bool blank = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(' ') == std::string::npos) {
            blank = true;
            continue;
        }
        const bool opens = previous.ends_with('{') || previous.ends_with(':');
        const bool closes =
            line.find_first_not_of(' ') == line.find('}') && !line.starts_with("} //");
        const bool continues = line.find_first_not_of(' ') == line.find(": ");
        tidy += (blank && !opens && !closes && !continues ? "\n" : "") + line + "\n";
        previous = line;
        blank = false;
    }
    return tidy;
}

} // namespace

std::string render_template(const char* name, data values) {
    for (const auto& [part, text] : embedded_templates()) {
        values.set(part, data{partial{[text = text]() { return text; }}});
    }
    values.set("freedom", std::string(freedom));
    mustache view{embedded_templates().at(name)};
    view.set_custom_escape([](const std::string& text) { return text; });
    return without_spare_lines(view.render(values));
}

data list_of(const std::string& key, const std::vector<std::string>& values) {
    data list{data::type::list};
    for (const std::string& value : values) {
        data entry;
        entry.set(key, value);
        list.push_back(entry);
    }
    return list;
}

std::string indented(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        result += (result.empty() ? "" : "\n") + std::string(line.empty() ? "" : "    ") + line;
    }
    return result;
}

} // namespace proxima::gen
