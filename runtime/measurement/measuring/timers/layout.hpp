// What is recorded of an invocation beside its times, where that is only known when it ends.
#pragma once

#include "region.hpp"

#include <proxima/record.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::measuring {

// The parameters of an invocation. Without values they are zeros.
struct Recorded {
    Site site;
    std::uint32_t count;
    const double* values;
};

// Parameters that invocations of a timer have: to the run, a method of its own with a column for
// each. Lives as long as the process.
class Layout {
public:
    static constexpr std::size_t most_columns = 16;

    Layout(const std::string& timer, const std::string& group, std::vector<std::string> names);
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;
    ~Layout() = default;

    const std::vector<std::string>& names() const noexcept { return names_; }
    Site site() const noexcept { return unknown_.site; }
    Recorded with(const double* values) const noexcept {
        return {unknown_.site, unknown_.count, values};
    }
    // Of an invocation that has not ended.
    const Recorded& unknown() const noexcept { return unknown_; }

private:
    std::string timer_;
    std::vector<std::string> names_;
    std::string signature_;
    std::vector<Column> columns_;
    Method method_;
    Method* const methods_[1]{&method_};
    PortRecord port_;
    Instance instance_;
    Recorded unknown_;
};

} // namespace proxima::measuring
