// Progress of a long operation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace proxima::cli {

// Overwrites one line on standard error; prints nothing unless progress_visible().
class StatusLine {
public:
    explicit StatusLine(bool writes_output);
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine() { clear(); }

    void show(std::string_view text);
    void clear();

private:
    bool is_visible_;
    bool is_shown_ = false;
};

// Percents in a status line.
class Progress {
public:
    explicit Progress(std::string what, std::string doing = "reading", bool writes_output = true)
        : what_(std::move(what)), doing_(std::move(doing)), line_(writes_output) {}

    void show(std::uint64_t done, std::uint64_t total);

private:
    std::string what_;
    std::string doing_;
    StatusLine line_;
    int shown_percent_ = 0;
};

} // namespace proxima::cli
