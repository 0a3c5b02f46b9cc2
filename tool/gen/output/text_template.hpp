// The templates of /templates, filled in.
#pragma once

#include <kainjow/mustache.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::gen {

// The template's text with `values` in it; templates may include each other by name, and
// `freedom`: that generated code belongs to its user. Nothing is escaped.
std::string render_template(const char* name, kainjow::mustache::data values);

// A list for a template: an entry for each value, which it names `key`.
kainjow::mustache::data list_of(const std::string& key, const std::vector<std::string>& values);

// The templates by name, without their last newline. The build writes the definition.
const std::map<std::string, std::string>& embedded_templates();

// One level further to the right, without a line end behind the last line.
std::string indented(const std::string& text);

} // namespace proxima::gen
