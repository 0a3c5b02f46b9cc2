// Pieces of comma-separated values (RFC 4180).
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace proxima::text {

// Appends `text` as a field, in quotes if it needs them. A spreadsheet takes what begins with = +
// - or @ for a formula: such a field gets a ' before it, unless it is a number.
void append_csv_field(fmt::memory_buffer& out, std::string_view text);

} // namespace proxima::text
