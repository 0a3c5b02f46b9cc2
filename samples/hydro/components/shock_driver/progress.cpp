#include "progress.hpp"

#include <cstdio>
#include <unistd.h>

namespace hydro {

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {
}

void Progress::show(std::int64_t step, double time, double end_time, std::int64_t cells) {
    const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(5000);
    const auto now = Clock::now();
    if (quiet_ || now - last_ < pause) {
        return;
    }
    last_ = now;
    shown_ = true;
    std::fprintf(stderr, "%shydro: step %lld, time %.4g of %.4g, %lld cells%s",
                 terminal_ ? "\r" : "", static_cast<long long>(step), time, end_time,
                 static_cast<long long>(cells), terminal_ ? "  " : "\n");
    std::fflush(stderr);
}

void Progress::finish() {
    if (shown_ && terminal_) {
        std::fputc('\n', stderr);
    }
}

} // namespace hydro
