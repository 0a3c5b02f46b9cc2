// What is recorded of an invocation beside its times, where that is only known when it ends.
#pragma once

#include "region.hpp"

#include <proxima/record.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::measuring {

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
    std::uint32_t columns() const noexcept { return static_cast<std::uint32_t>(names_.size()); }
    Site site() const noexcept { return instance_.site(0); }

private:
    std::string timer_;
    std::vector<std::string> names_;
    std::string signature_;
    std::vector<Column> columns_;
    Method method_;
    Method* const methods_[1]{&method_};
    PortRecord port_;
    Instance instance_;
};

// The parameters of an invocation that ends.
struct Recorded {
    Site site;
    std::uint32_t count;
    const double* values;
};

} // namespace proxima::measuring
