// The tables of a knowledge base; SCHEMA.md describes them.
#pragma once

#include <cstdint>

namespace proxima::knowledge {

constexpr std::int64_t application_id = 0x50784b42; // "PxKB"
constexpr std::int64_t schema_version = 2;

// Makes all tables and views in an empty file.
extern const char* const schema;

} // namespace proxima::knowledge
