// Options that several verbs share, and checks of their arguments.
#pragma once

#include "text/tree_view.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::cli {

// Empty if `text` is one of the words.
template <typename Value>
std::string check_word(const std::string& text, const std::map<std::string, Value>& words) {
    std::string known;
    for (const auto& [word, value] : words) {
        known += (known.empty() ? "" : ", ") + word;
    }
    return words.count(text) == 1 ? "" : "`" + text + "` is none of " + known;
}

// An option or a positional argument, whose value is a `kind`.
template <typename Value>
CLI::Option* add_option(CLI::App& verb, const std::string& name, const char* kind, Value& value,
                        const std::string& help) {
    return verb.add_option(name, value, help)->type_name(kind);
}
// An option that may be repeated, each time with a value.
template <typename Value>
CLI::Option* add_list(CLI::App& verb, const std::string& name, const char* kind, Value& values,
                      const std::string& help) {
    return add_option(verb, name, kind, values, help + "; repeatable")->allow_extra_args(false);
}
// A repeatable option for assignments; `kind` is their form: `NAME=VALUE`.
CLI::Option* add_assignments(CLI::App& verb, const std::string& name, const char* kind,
                             std::map<std::string, std::string>& values, const std::string& help);

// RUN
void add_run_argument(CLI::App& verb, std::string& run);
// --depth and --min-share; `standard` describes the default share, in percent.
void add_filter(CLI::App& verb, text::TreeFilter& filter, const std::string& standard);

// --at NAME=NUMBER,..., repeatable
CLI::Option* add_values(CLI::App& verb, std::map<std::string, double>& values,
                        const std::string& help);
// --level, in percent, of intervals
void add_level(CLI::App& verb, double& level_percent);
// --width, in characters
void add_width(CLI::App& verb, std::size_t& width);
// --by: each word sets its truth value; `help` describes them.
void add_by(CLI::App& verb, const std::map<std::string, bool*>& words, const std::string& help);
// --node GLOB, repeatable: names of nodes
CLI::Option* add_nodes(CLI::App& verb, std::vector<std::string>& globs);

// An option whose value is one of a few words.
template <typename Value>
void add_choice(CLI::App& verb, const std::string& name, const char* kind,
                const std::map<std::string, Value>& choices, Value& value,
                const std::string& help) {
    verb.add_option_function<std::string>(
            name, [&value, choices](const std::string& text) { value = choices.at(text); }, help)
        ->type_name(kind)
        ->check([choices](const std::string& text) { return check_word(text, choices); });
}

// Throw UsageError.

// `NAME=VALUE`, both not empty; `wanted` is the form that the message asks for.
std::pair<std::string, std::string> name_and_value(const std::string& text, const char* wanted);
// `NAME=NUMBER`
std::pair<std::string, double> name_and_number(const std::string& text);

// Empty if the argument is valid, else the problem in one line.

std::string check_positive(const std::string& text);   // a whole number above 0
std::string check_percentage(const std::string& text); // accepts 0 to 100
std::string check_level(const std::string& text);      // a percentage, but neither 0 nor 100
std::string check_threshold(const std::string& text);  // accepts 0 to below 1
std::string check_seconds(const std::string& text);
std::string check_refresh(const std::string& text); // accepts 0.1 to 3600 seconds

} // namespace proxima::cli
