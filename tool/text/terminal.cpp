#include "text/terminal.hpp"

#include "text/output.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <langinfo.h>
#include <optional>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace proxima::text {
namespace {

constexpr std::size_t default_width = 80;
constexpr std::size_t narrowest = 40;

std::optional<std::size_t> width_from_environment() {
    const char* columns = std::getenv("COLUMNS");
    if (columns == nullptr) {
        return std::nullopt;
    }
    std::size_t width = 0;
    const std::string_view text = columns;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), width);
    if (error != std::errc() || stop != text.data() + text.size() || width == 0) {
        return std::nullopt;
    }
    return width;
}

std::optional<std::size_t> width_from_terminal() {
    winsize size{};
    if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
        size.ws_col == 0) {
        return std::nullopt;
    }
    return size.ws_col;
}

std::size_t natural_width() {
    if (const auto width = width_from_environment()) {
        return *width;
    }
    return width_from_terminal().value_or(default_width);
}

bool color_wanted(ColorChoice choice) {
    if (choice != ColorChoice::automatic) {
        return choice == ColorChoice::always;
    }
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    const bool refused = (no_color != nullptr && *no_color != '\0') ||
                         (term != nullptr && std::strcmp(term, "dumb") == 0);
    return isatty(STDOUT_FILENO) != 0 && !refused;
}

} // namespace

Terminal standard_output_terminal(std::size_t width, ColorChoice color) {
    std::setlocale(LC_CTYPE, "");
    Terminal terminal;
    terminal.width = std::max(width == 0 ? natural_width() : width, narrowest);
    terminal.unicode = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal.color = color_wanted(color);
    return terminal;
}

bool progress_visible(bool writes_output) {
    return isatty(STDERR_FILENO) != 0 && (!writes_output || isatty(STDOUT_FILENO) == 0);
}

void print_paragraph(std::string_view text, const Terminal& terminal, Output& output) {
    for (const auto& line : wrapped(printable(text), terminal.width, terminal.unicode)) {
        output.print("{}\n", line);
    }
}

} // namespace proxima::text
