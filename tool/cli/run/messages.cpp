#include "run/messages.hpp"

#include "assembly/assembly.hpp"
#include "text/text.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace proxima::cli {

void say_error(std::string_view message) {
    say_line(fmt::format("proxima: error: {}", message));
}

void say_located_error(std::string_view message) {
    say_line(message);
}

void say_note(std::string_view message) {
    say_line(fmt::format("proxima: {}", message));
}

std::string error_line(const std::exception& error) {
    const bool has_place = dynamic_cast<const assembly::AssemblyError*>(&error) != nullptr;
    return has_place ? error.what() : std::string("proxima: error: ") + error.what();
}

void say_line(std::string_view line) {
    const std::string text = printable(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr); // where that is closed there is nothing to do
}

int say_problems(const rundir::ReadOutcome& outcome) {
    for (const auto& problem : outcome.problems) {
        say_error(problem);
    }
    return outcome.problems.empty() ? status_ok : status_bad_data;
}

std::string did_you_mean(const std::vector<std::string>& suggestions) {
    if (suggestions.empty()) {
        return {};
    }
    std::string text = "; did you mean " + suggestions.front();
    for (std::size_t i = 1; i < suggestions.size(); ++i) {
        text += (i + 1 == suggestions.size() ? " or " : ", ") + suggestions[i];
    }
    return text + "?";
}

} // namespace proxima::cli
