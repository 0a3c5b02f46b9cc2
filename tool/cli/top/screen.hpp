// A terminal that shows one page after another, until somebody presses q.
#pragma once

#include <cstddef>
#include <termios.h>

namespace proxima::cli {

class Screen {
public:
    /// Whether standard input and output are a terminal that can.
    static bool is_there();

    /// What was on the terminal comes back at the end.
    Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen();

    /// Of now.
    static std::size_t height();

    /// Around what a page is written by.
    static void begin_page();
    static void end_page();

    /// False if q was pressed, or the process is to end.
    static bool wait(double seconds);

private:
    termios before_{};
};

} // namespace proxima::cli
