#pragma once

#include <string>

namespace heat {

constexpr int plate_grid = 0;
constexpr int scalar_grid = 1;

struct Variable {
    std::string name;
    std::string units;
    int grid;
};

const Variable& temperature_variable();
const Variable& diffusivity_variable();

// Finds a variable by its name. Throws std::invalid_argument if none has this name.
const Variable& variable(const std::string& name);

} // namespace heat
