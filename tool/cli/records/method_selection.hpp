// Selects methods by name.
#pragma once

#include <proxima/rundir/records.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

class MethodSelection {
public:
    /// Selects from `methods` those that one of `wanted` means, or all if nothing is wanted.
    /// Throws UsageError, which names similar methods, if one of `wanted` means none.
    MethodSelection(const std::vector<std::string>& wanted, std::vector<rundir::Method> methods);

    const std::vector<rundir::Method>& methods() const { return selected_; }

    bool has(const rundir::Method& method) const;

private:
    std::vector<std::string> wanted_;
    std::vector<rundir::Method> selected_;
};

} // namespace proxima::cli
