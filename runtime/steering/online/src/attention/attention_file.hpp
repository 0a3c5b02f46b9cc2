// attention.json as it is written, and sensors as they are read from files.
#pragma once

#include <proxima/online/files/sensor_findings.hpp>
#include <proxima/online/sensor.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::online {

std::string to_json(const files::AttentionFile& file);

// A sensor a line; `#` starts a comment. Throws base::Error.
std::vector<Sensor> read_sensors(const std::filesystem::path& file);

} // namespace proxima::online
