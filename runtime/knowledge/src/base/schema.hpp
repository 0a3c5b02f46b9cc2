// The tables of a knowledge base; SCHEMA.md describes them.
#pragma once

#include <cstdint>
#include <span>

namespace proxima::knowledge {

constexpr std::uint32_t application_id = 0x50784b42; ///< "PxKB"
constexpr std::int32_t schema_version = 1;

/// Makes all tables and views in an empty file.
extern const char* const schema;

/// In an order in which none refers to a later one.
std::span<const char* const> table_names();

} // namespace proxima::knowledge
