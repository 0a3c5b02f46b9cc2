// Members of the objects in callgraph.json. simdjson throws if a value has another type.
#pragma once

#include <cstdint>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>

namespace proxima::rundir {

namespace ondemand = simdjson::ondemand;

// Returns the key without quotes; escapes stay.
std::string_view key_of(ondemand::field& field);

// Finds a member; fast for members in the order of the file.
std::optional<ondemand::value> find(ondemand::object& object, std::string_view key);

// Returns the text of a member; empty if it is missing or no text.
std::string text_of(ondemand::object& object, std::string_view key);

double time_in(ondemand::value value);

// Returns the time of a member; 0 if it is missing.
double time_of(ondemand::object& row, std::string_view key);

std::uint64_t count_of(ondemand::object& row, std::string_view key);

} // namespace proxima::rundir
