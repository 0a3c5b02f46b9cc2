// Constants of the log format, for reader and writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace proxima::node {

constexpr std::string_view log_magic{"PXNODE\0\2", 8}; // the last byte is the version
constexpr std::size_t longest_record = 2048;
constexpr std::size_t record_header = 8; // size and checksum of the payload

// The lower half of XXH3.
std::uint32_t checksum(std::string_view payload);

} // namespace proxima::node
