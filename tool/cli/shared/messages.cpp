#include "shared/messages.hpp"

#include <proxima/base/text.hpp>

#include <cstdio>

namespace proxima::cli {

void say_error(std::string_view message) {
    const bool has_place = message.find(": error: ") != std::string_view::npos;
    say_line((has_place ? "" : "proxima: error: ") + std::string(message));
}

void say_note(std::string_view message) {
    say_line("proxima: " + std::string(message));
}

void say_line(std::string_view line) {
    const std::string text = base::printable(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr); // nothing helps if it is closed
}

void say_warnings(const std::vector<std::string>& warnings) {
    for (const auto& warning : warnings) {
        say_note("warning: " + warning);
    }
}

int say_problems(const std::vector<std::string>& problems) {
    for (const auto& problem : problems) {
        say_error(problem);
    }
    return problems.empty() ? status_ok : status_bad_data;
}

int say_problems(const rundir::ReadOutcome& outcome) {
    return say_problems(outcome.problems);
}

} // namespace proxima::cli
