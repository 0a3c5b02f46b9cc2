// Selects methods by the names and globs of `--method`, for all verbs that have the option.
#pragma once

#include "shared/verb.hpp"

#include <proxima/base/name_match.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

// --method, repeatable
void add_methods(CLI::App& verb, std::vector<std::string>& methods);

class MethodSelection {
public:
    // Selects everything if nothing is wanted.
    explicit MethodSelection(std::vector<std::string> wanted) : wanted_(std::move(wanted)) {}

    bool has(const base::MethodName& name) const;
    bool has(const std::string& instance, const rundir::RecordedMethod& method) const;

    // Throws UsageError, which names similar methods, if a wanted name matches none of `known`.
    void require_any_of(const std::vector<rundir::InstanceMethod>& known) const;

private:
    std::vector<std::string> wanted_;
};

} // namespace proxima::cli
