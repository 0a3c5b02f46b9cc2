#include "study/study_progress.hpp"

#include "study/study_writers.hpp"
#include "text/terminal.hpp"
#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace proxima::cli {
namespace {

constexpr std::size_t cells = 20; // of the bar

} // namespace

StudyProgress::StudyProgress() : visible_(isatty(STDERR_FILENO) != 0) {
}

StudyProgress::~StudyProgress() {
    clear();
}

void StudyProgress::clear() {
    if (has_line_) {
        std::fputs("\r\033[K", stderr);
        has_line_ = false;
    }
}

void StudyProgress::show(const study::Standing& standing) {
    if (!visible_) {
        return;
    }
    const auto full = standing.all == 0 ? cells : cells * standing.done / standing.all;
    std::string line = fmt::format("[{}{}] {}/{}", std::string(full, '#'),
                                   std::string(cells - full, '.'), standing.done, standing.all);
    line += standing.failed > 0 ? fmt::format(", {} failed", standing.failed) : "";
    line += standing.seconds_left ? fmt::format(", {} left", human_duration(*standing.seconds_left))
                                  : "";
    line += " " + standing.running;
    const auto width = standard_output_terminal(0, ColorChoice::never).width;
    fmt::print(stderr, "\r\033[K{}", shorten_middle(printable(line), width - 1, false));
    std::fflush(stderr);
    has_line_ = true;
}

} // namespace proxima::cli
