// What --help looks like, in both programs.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace proxima::shell {

// Help in lines of at most 80 characters; the list of verbs shows the first line of each. The
// pages of the manual and the completion of bash and zsh are made of it.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter();

    std::string make_usage(const CLI::App* verb, std::string name) const override;
    std::string make_expanded(const CLI::App* group) const override;
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
    std::string make_subcommand(const CLI::App* verb) const override;
};

} // namespace proxima::shell
