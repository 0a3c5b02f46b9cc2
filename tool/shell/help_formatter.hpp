// Formats --help of both programs.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace proxima::shell {

// Formats help in lines of at most 80 characters, with the first line of each verb in the list of
// verbs. The build makes manual pages from it, and shells read it for completion.
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
