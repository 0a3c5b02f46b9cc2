// Rows of an answer, and writing them for people and programs.
#pragma once

#include "kb/kb_options.hpp"
#include "text/output.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// Keeps an answer, so that the base is not held while somebody reads.
class CollectedRows : public knowledge::RowVisitor {
public:
    void columns(const std::vector<std::string>& column_names) override { names = column_names; }
    void row(const std::vector<knowledge::Value>& cells) override { rows.push_back(cells); }

    std::vector<std::string> names;
    std::vector<std::vector<knowledge::Value>> rows;
};

/// A table (times in the unit that fits, `width` cells if that is possible), CSV, or a JSON array.
void write_rows(const CollectedRows& answer, RowFormat format, std::size_t width, Output& output);

void write_csv_line(const std::vector<std::string>& names, Output& output);
void write_csv_line(const std::vector<knowledge::Value>& cells, Output& output);
/// `{"NAME": VALUE, ...}`
void write_json_object(const std::vector<std::string>& names,
                       const std::vector<knowledge::Value>& cells, Output& output);

} // namespace proxima::cli
