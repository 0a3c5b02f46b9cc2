// Conditions of a query, with the values for their `?`.
#pragma once

#include "sqlite/database.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <string>
#include <vector>

namespace proxima::knowledge {

class NameFilter {
public:
    void add(const std::string& condition, const std::vector<Value>& values);

    /// The column's text, or the end of it after `::` or `.`, is `pattern`, which may be a glob;
    /// an empty pattern is no condition.
    void add_names(const std::string& column, const std::string& pattern);

    /// Part of the description of a machine, or a host of it: the condition `has_host` has a `?`.
    void add_machine(const std::string& description, const std::string& has_host,
                     const std::string& part);

    /// ` WHERE ...`, or nothing.
    const std::string& text() const { return text_; }
    void bind(Statement& statement) const;

private:
    std::string text_;
    std::vector<Value> values_;
};

} // namespace proxima::knowledge
