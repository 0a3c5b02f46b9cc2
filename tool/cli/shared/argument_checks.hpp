// Options that several verbs share, and checks of their arguments.
#pragma once

#include "text/tree_view.hpp"

#include <map>
#include <string>
#include <utility>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace proxima::cli {

/// RUN
void add_run_argument(CLI::App& verb, std::string& run);
/// --depth and --min-share; `standard` describes the default share, in percent.
void add_filter(CLI::App& verb, TreeFilter& filter, const std::string& standard);

/// --at NAME=NUMBER, repeatable
CLI::Option* add_values(CLI::App& verb, std::map<std::string, double>& values,
                        const std::string& help);
/// --level, in percent, of intervals
void add_level(CLI::App& verb, double& level_percent);
/// --width, in characters
void add_width(CLI::App& verb, std::size_t& width);

// Throw UsageError.

/// `NAME=VALUE`, both not empty; `wanted` is the form that the message asks for.
std::pair<std::string, std::string> name_and_value(const std::string& text, const char* wanted);
/// `NAME=NUMBER`
std::pair<std::string, double> name_and_number(const std::string& text);

// Empty if the argument is valid, else the problem in one line.

std::string check_positive(const std::string& text);   ///< a whole number above 0
std::string check_percentage(const std::string& text); ///< from 0 to 100
std::string check_level(const std::string& text);      ///< a percentage, but neither 0 nor 100
std::string check_threshold(const std::string& text);  ///< from 0 to below 1
std::string check_seconds(const std::string& text);
std::string check_refresh(const std::string& text); ///< from 0.1 to 3600 seconds

} // namespace proxima::cli
