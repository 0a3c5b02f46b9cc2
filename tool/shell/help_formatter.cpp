#include "shell/help_formatter.hpp"

#include <sstream>
#include <utility>

namespace proxima::shell {
namespace {

constexpr std::size_t help_width = 80;
constexpr std::size_t names_width = 27;

std::string in_lines(const std::string& text) {
    std::istringstream words(text);
    std::string lines;
    std::size_t length = 0;
    for (std::string word; words >> word;) {
        const bool fits = length + 1 + word.size() <= help_width - names_width;
        if (!lines.empty()) {
            lines += fits ? ' ' : '\n';
        }
        length = lines.empty() || !fits ? word.size() : length + 1 + word.size();
        lines += word;
    }
    return lines;
}

} // namespace

HelpFormatter::HelpFormatter() {
    column_width(names_width);
    label("SUBCOMMAND", "VERB");
}

std::string HelpFormatter::make_usage(const CLI::App* verb, std::string name) const {
    return '\n' + Formatter::make_usage(verb, std::move(name));
}

// Lists the options of a group, which exclude each other, without the group's own --help.
std::string HelpFormatter::make_expanded(const CLI::App* group) const {
    return make_group("One of", false, group->get_options([group](const CLI::Option* option) {
        return option != group->get_help_ptr();
    }));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
    if (option->get_type_size() == 0) {
        return "";
    }
    const bool repeatable = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    return ' ' + option->get_type_name() + (repeatable ? " ..." : "");
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
    return in_lines(option->get_description());
}

std::string HelpFormatter::make_subcommand(const CLI::App* verb) const {
    const auto text = verb->get_description();
    std::ostringstream out;
    CLI::detail::format_help(out, verb->get_name(), in_lines(text.substr(0, text.find('\n'))),
                             names_width);
    return out.str();
}

} // namespace proxima::shell
