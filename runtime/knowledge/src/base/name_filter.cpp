#include "base/name_filter.hpp"

namespace proxima::knowledge {
namespace {

/// `[` stands for itself, as in `operator[]`.
std::string glob_of(const std::string& pattern) {
    std::string glob;
    for (const char c : pattern) {
        glob += c == '[' ? std::string("[[]") : std::string(1, c);
    }
    return glob;
}

} // namespace

void NameFilter::add(const std::string& condition, const std::vector<Value>& values) {
    text_ += (text_.empty() ? " WHERE " : " AND ") + condition;
    values_.insert(values_.end(), values.begin(), values.end());
}

void NameFilter::add_names(const std::string& column, const std::string& pattern) {
    if (pattern.empty()) {
        return;
    }
    const auto glob = glob_of(pattern);
    add("(" + column + " GLOB ? OR " + column + " GLOB ? OR " + column + " GLOB ?)",
        {glob, "*::" + glob, "*." + glob});
}

void NameFilter::add_machine(const std::string& description, const std::string& has_host,
                             const std::string& part) {
    if (!part.empty()) {
        add("(instr(lower(" + description + "), lower(?)) > 0 OR " + has_host + ")",
            {part, glob_of(part)});
    }
}

void NameFilter::bind(Statement& statement) const {
    for (const auto& value : values_) {
        if (const auto* text = std::get_if<std::string>(&value)) {
            statement.bind(*text);
        } else if (const auto* number = std::get_if<double>(&value)) {
            statement.bind(*number);
        } else {
            statement.bind(std::get<std::int64_t>(value));
        }
    }
}

} // namespace proxima::knowledge
