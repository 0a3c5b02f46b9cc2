#include "shared/progress.hpp"

#include "text/terminal.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace proxima::cli {

StatusLine::StatusLine(bool writes_output) : is_visible_(text::progress_visible(writes_output)) {
}

void StatusLine::show(std::string_view text) {
    if (is_visible_) {
        fmt::print(stderr, "\r\033[K{}", text);
        std::fflush(stderr);
        is_shown_ = true;
    }
}

void StatusLine::clear() {
    if (std::exchange(is_shown_, false)) {
        std::fputs("\r\033[K", stderr);
    }
}

void Progress::show(std::uint64_t done, std::uint64_t total) {
    const auto percent =
        total == 0
            ? 0
            : static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
    if (percent > shown_percent_) {
        shown_percent_ = percent;
        line_.show(fmt::format("proxima: {} {} {}%", doing_, what_, percent));
    }
}

} // namespace proxima::cli
