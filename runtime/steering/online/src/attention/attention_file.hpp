// Writes attention.json, and reads files of sensors.
#pragma once

#include <proxima/online/files/sensor_findings.hpp>
#include <proxima/online/sensor.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::online {

std::string to_json(const files::AttentionFile& file);

// Reads one sensor per line; `#` starts a comment. Throws base::Error.
std::vector<Sensor> read_sensors(const std::filesystem::path& file);

} // namespace proxima::online
