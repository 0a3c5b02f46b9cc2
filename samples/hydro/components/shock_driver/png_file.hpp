// Writes a field as a picture.
#pragma once

#include <string>
#include <vector>

namespace hydro {

// Writes `values`, rows from low to high y, in colours from the least to the greatest of them.
// Throws std::runtime_error, saying what failed.
void write_png(const std::string& path, int width, int height, const std::vector<float>& values);

} // namespace hydro
