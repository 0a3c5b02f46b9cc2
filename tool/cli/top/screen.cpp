#include "top/screen.hpp"

#include "shared/interruption.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace proxima::cli {
namespace {

void send(std::string_view sequence) {
    while (!sequence.empty()) {
        const auto written = ::write(STDOUT_FILENO, sequence.data(), sequence.size());
        if (written <= 0) {
            return;
        }
        sequence.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

bool Screen::is_there() {
    const char* const term = std::getenv("TERM");
    return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0 && term != nullptr &&
           *term != '\0' && std::strcmp(term, "dumb") != 0;
}

Screen::Screen() {
    ::tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VSUSP] = _POSIX_VDISABLE; // a stopped program would leave the other page
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    send("\033[?1049h\033[?25l"); // the other page, no cursor
}

Screen::~Screen() {
    send("\033[?25h\033[?1049l");
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

std::size_t Screen::height() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

void Screen::begin_page() {
    send("\033[?2026h\033[H\033[2J"); // shown when it is whole, where terminals know how
}

void Screen::end_page() {
    send("\033[?2026l");
}

bool Screen::wait(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (!Interruption::is_wanted()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) {
            return true;
        }
        pollfd input{STDIN_FILENO, POLLIN, 0};
        char key = 0;
        if (::poll(&input, 1, static_cast<int>(std::min<std::int64_t>(left, 200))) > 0 &&
            (::read(STDIN_FILENO, &key, 1) <= 0 || key == 'q' || key == 'Q')) {
            return false;
        }
    }
    return false;
}

} // namespace proxima::cli
