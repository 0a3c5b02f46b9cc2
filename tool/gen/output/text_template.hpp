// The templates of /templates, filled in.
#pragma once

#include <kainjow/mustache.hpp>

#include <string>

namespace proxima::gen {

// The template's text with `values` in it; templates may include each other by name, and
// `freedom`: that generated code belongs to its user. Nothing is escaped.
std::string render_template(const char* name, kainjow::mustache::data values);

// One level further to the right, without a line end behind the last line.
std::string indented(const std::string& text);

} // namespace proxima::gen
