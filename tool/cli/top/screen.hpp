// A terminal that shows pages until the user presses q.
#pragma once

#include <cstddef>
#include <termios.h>

namespace proxima::cli {

class Screen {
public:
    // True if standard input and output are a suitable terminal.
    static bool is_there();

    // The destructor restores the terminal.
    Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen();

    // The current height in lines.
    static std::size_t height();

    // Call them before and after writing a page.
    static void begin_page();
    static void end_page();

    // False if the user pressed q, or the process is to end.
    static bool wait(double seconds);

private:
    termios before_{};
};

} // namespace proxima::cli
