#include "shared/argument_checks.hpp"

#include "shared/messages.hpp"

#include <proxima/base/text.hpp>

#include <cmath>
#include <utility>

namespace proxima::cli {
namespace {

using base::number_of;

bool is_within(const std::string& text, double low, double high) {
    const auto number = number_of(text);
    return number && *number >= low && *number <= high;
}

std::string unless(bool is_good, const std::string& text, const char* wanted) {
    return is_good ? std::string() : "`" + text + "` is not " + wanted;
}

const double below_one = std::nextafter(1.0, 0.0);

} // namespace

CLI::Option* add_assignments(CLI::App& verb, const std::string& name, const char* kind,
                             std::map<std::string, std::string>& values, const std::string& help) {
    return verb
        .add_option_function<std::vector<std::string>>(
            name,
            [&values, kind](const std::vector<std::string>& texts) {
                for (const auto& text : texts) {
                    auto [left, right] = name_and_value(text, kind);
                    values[left] = std::move(right);
                }
            },
            help + "; repeatable")
        ->type_name(kind)
        ->allow_extra_args(false);
}

void add_run_argument(CLI::App& verb, std::string& run) {
    add_option(verb, "RUN", "", run,
               "a run directory, or a file in it; default the newest proxima-run* in the current "
               "directory");
}

void add_filter(CLI::App& verb, text::TreeFilter& filter, const std::string& standard) {
    add_option(verb, "--depth", "N", filter.depth, "at most N levels; 1 shows the roots only")
        ->check(check_positive);
    verb.add_option_function<double>(
            "--min-share", [&filter](double percent) { filter.min_share = percent / 100; },
            "leave out nodes that take less than P percent of the time; default " + standard)
        ->type_name("P")
        ->check(check_percentage);
}

CLI::Option* add_values(CLI::App& verb, std::map<std::string, double>& values,
                        const std::string& help) {
    return verb
        .add_option_function<std::vector<std::string>>(
            "--at",
            [&values](const std::vector<std::string>& texts) {
                for (const auto& text : texts) {
                    for (const auto& one : base::split(text, ',')) {
                        values.insert_or_assign(name_and_number(one).first,
                                                name_and_number(one).second);
                    }
                }
            },
            help + "; repeatable")
        ->type_name("NAME=NUMBER,...")
        ->allow_extra_args(false);
}

void add_level(CLI::App& verb, double& level_percent) {
    add_option(verb, "--level", "P", level_percent, "level of the intervals in percent; default 90")
        ->check(check_level);
}

void add_width(CLI::App& verb, std::size_t& width) {
    add_option(verb, "--width", "N", width,
               "characters per line; default the terminal's, $COLUMNS, or 80")
        ->check(check_positive);
}

void add_by(CLI::App& verb, const std::map<std::string, bool*>& words, const std::string& help) {
    verb.add_option_function<std::string>(
            "--by", [words](const std::string& word) { *words.at(word) = true; }, help)
        ->type_name("WHAT")
        ->trigger_on_parse()
        ->check([words](const std::string& text) { return check_word(text, words); });
}

CLI::Option* add_nodes(CLI::App& verb, std::vector<std::string>& globs) {
    return add_list(verb, "--node", "GLOB", globs, "only nodes whose name matches");
}

std::pair<std::string, std::string> name_and_value(const std::string& text, const char* wanted) {
    const auto at = text.find('=');
    if (at == 0 || at == std::string::npos || at + 1 == text.size()) {
        throw UsageError("`" + text + "` is not " + wanted);
    }
    return {text.substr(0, at), text.substr(at + 1)};
}

std::pair<std::string, double> name_and_number(const std::string& text) {
    constexpr const char* wanted = "NAME=NUMBER";
    const auto [name, value] = name_and_value(text, wanted);
    const auto number = number_of(value);
    if (!number) {
        throw UsageError("`" + text + "` is not " + wanted);
    }
    return {name, *number};
}

std::string check_positive(const std::string& text) {
    return unless(number_of<std::size_t>(text).value_or(0) > 0, text, "a whole number above 0");
}

std::string check_percentage(const std::string& text) {
    return unless(is_within(text, 0, 100), text, "a percentage from 0 to 100");
}

std::string check_level(const std::string& text) {
    const auto number = number_of(text);
    return unless(number && *number > 0 && *number < 100, text,
                  "a percentage above 0 and below 100");
}

std::string check_threshold(const std::string& text) {
    return unless(is_within(text, 0, below_one), text, "a number from 0 to below 1");
}

std::string check_refresh(const std::string& text) {
    return unless(is_within(text, 0.1, 3600), text, "a number of seconds from 0.1 to 3600");
}

std::string check_seconds(const std::string& text) {
    return unless(is_within(text, 0, 1e9), text, "a number of seconds from 0 to 1e9");
}

} // namespace proxima::cli
