// Reads small JSON files, such as run.json, member by member. A missing or null member keeps its
// default; another type is refused.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/base/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

using Members = base::LocatedObject;

// Throws Error unless `text` is an object of a known format. `what` names it in messages.
base::LocatedJson parse_json_file(const std::filesystem::path& file, std::string_view text,
                                  const std::string& what);

void read(Members& members, const char* key, std::string& value);
void read(Members& members, const char* key, bool& value);
void read(Members& members, const char* key, double& value); // from 0
void read(Members& members, const char* key, std::uint64_t& value);
void read(Members& members, const char* key, std::int64_t& value);

} // namespace proxima::rundir
