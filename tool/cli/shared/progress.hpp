// Progress of a long operation.
#pragma once

#include <cstdint>
#include <string>

namespace proxima::cli {

/// One line on standard error that is overwritten; nothing at all unless progress_visible().
class Progress {
public:
    explicit Progress(std::string what, std::string doing = "reading", bool writes_output = true);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    void show(std::uint64_t done, std::uint64_t total);

private:
    std::string what_;
    std::string doing_;
    bool visible_;
    int shown_percent_ = 0;
};

} // namespace proxima::cli
