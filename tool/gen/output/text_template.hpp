// Fills in the templates of /templates.
#pragma once

#include <kainjow/mustache.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::gen {

// The template's text with `values` in it. Templates may include each other by name, and `freedom`,
// the note that generated code belongs to its user. Escapes nothing.
std::string render_template(const char* name, kainjow::mustache::data values);

// A list for a template: an entry for each value, which it names `key`.
kainjow::mustache::data list_of(const std::string& key, const std::vector<std::string>& values);

// The templates by name, without their last newline. The build writes the definition.
const std::map<std::string, std::string>& embedded_templates();

// Indents by one level; drops the last line end.
std::string indented(const std::string& text);

} // namespace proxima::gen
