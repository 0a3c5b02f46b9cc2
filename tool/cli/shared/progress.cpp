#include "shared/progress.hpp"

#include "text/terminal.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace proxima::cli {

Progress::Progress(std::string what, std::string doing, bool writes_output)
    : what_(std::move(what)), doing_(std::move(doing)), visible_(progress_visible(writes_output)) {
}

Progress::~Progress() {
    if (shown_percent_ > 0) {
        std::fputs("\r\033[K", stderr);
    }
}

void Progress::show(std::uint64_t done, std::uint64_t total) {
    if (!visible_ || total == 0) {
        return;
    }
    const auto percent =
        static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
    if (percent > shown_percent_) {
        shown_percent_ = percent;
        fmt::print(stderr, "\rproxima: {} {} {}%", doing_, what_, percent);
    }
}

} // namespace proxima::cli
