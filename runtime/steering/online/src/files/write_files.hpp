// Writes attention.json and decisions.json.
#pragma once

#include <proxima/online/files/decisions.hpp>
#include <proxima/online/files/sensor_findings.hpp>

#include <string>

namespace proxima::online::files {

std::string to_json(AttentionFile attention);
std::string to_json(Decisions decisions);

} // namespace proxima::online::files
