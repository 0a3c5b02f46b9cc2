// The runs and processes that `proxima top` can show.
#pragma once

#include "top/sample.hpp"

#include <memory>
#include <string>

namespace proxima::cli {

class TopSource {
public:
    TopSource() = default;
    TopSource(const TopSource&) = delete;
    TopSource& operator=(const TopSource&) = delete;
    virtual ~TopSource() = default;

    virtual std::string name() const = 0;
    // Everything until now. Throws base::Error.
    virtual LiveSample look() = 0;
};

// `target` is a run directory, the number of a process, an address of a monitor, or empty for the
// newest run in the current directory. Throws base::Error and UsageError.
std::unique_ptr<TopSource> make_top_source(const std::string& target);

// `unix:FILE`, `HOST:PORT`
bool is_address(const std::string& target);
std::unique_ptr<TopSource> make_monitor_source(const std::string& address);

} // namespace proxima::cli
