// Colours of the terminal.
#pragma once

#include <string>

namespace proxima::text {

// Wraps text in terminal escape sequences, or leaves it alone when colour is off.
class Style {
public:
    explicit Style(bool color) : color_(color) {}

    std::string heading(const std::string& text) const { return wrap("\033[1m", text); }
    std::string faint(const std::string& text) const { return wrap("\033[2m", text); }
    std::string note(const std::string& text) const { return wrap("\033[36m", text); }
    std::string warning(const std::string& text) const { return wrap("\033[1;31m", text); }

    // Red from a quarter of the time on, yellow from a twentieth.
    std::string heat(const std::string& text, double share) const {
        if (share >= 0.25) {
            return wrap("\033[31m", text);
        }
        return share >= 0.05 ? wrap("\033[33m", text) : text;
    }

private:
    std::string wrap(const char* begin, const std::string& text) const {
        return color_ && !text.empty() ? begin + text + "\033[0m" : text;
    }

    bool color_;
};

} // namespace proxima::text
