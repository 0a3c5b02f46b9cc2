#include "bmi_heat.hpp"
#include "variables.hpp"

#include <algorithm>
#include <cmath>

namespace heat {
namespace {

std::size_t checked_index(int index, std::size_t size) {
    if (index < 0 || static_cast<std::size_t>(index) >= size) {
        throw std::out_of_range("BmiHeat: there is no element " + std::to_string(index) +
                                " among " + std::to_string(size));
    }
    return static_cast<std::size_t>(index);
}

void check_indices(const int* indices, int count, std::size_t size) {
    if (count < 0) {
        throw std::invalid_argument("BmiHeat: a count of indices is negative");
    }
    for (int i = 0; i < count; ++i) {
        checked_index(indices[i], size);
    }
}

void check_new_value(const std::string& name, double value) {
    if (!std::isfinite(value)) {
        throw std::invalid_argument("BmiHeat: a value for " + name + " is not finite");
    }
    if (name == diffusivity_variable().name && value <= 0.0) {
        throw std::invalid_argument("BmiHeat: the diffusivity must be positive");
    }
}

} // namespace

int BmiHeat::GetInputItemCount() {
    return static_cast<int>(GetInputVarNames().size());
}

int BmiHeat::GetOutputItemCount() {
    return static_cast<int>(GetOutputVarNames().size());
}

std::vector<std::string> BmiHeat::GetInputVarNames() {
    return {temperature_variable().name, diffusivity_variable().name};
}

std::vector<std::string> BmiHeat::GetOutputVarNames() {
    return {temperature_variable().name};
}

int BmiHeat::GetVarGrid(std::string name) {
    return variable(name).grid;
}

std::string BmiHeat::GetVarType(std::string name) {
    variable(name);
    return "double";
}

std::string BmiHeat::GetVarUnits(std::string name) {
    return variable(name).units;
}

int BmiHeat::GetVarItemsize(std::string name) {
    variable(name);
    return sizeof(double);
}

int BmiHeat::GetVarNbytes(std::string name) {
    return GetGridSize(variable(name).grid) * static_cast<int>(sizeof(double));
}

std::string BmiHeat::GetVarLocation(std::string name) {
    variable(name);
    return "node";
}

void BmiHeat::GetValue(std::string name, void* dest) {
    const double* const source = values(name);
    std::copy(source, source + value_count(name), static_cast<double*>(dest));
}

void* BmiHeat::GetValuePtr(std::string name) {
    return values(name);
}

void BmiHeat::GetValueAtIndices(std::string name, void* dest, int* inds, int count) {
    const double* const source = values(name);
    check_indices(inds, count, value_count(name));
    for (int i = 0; i < count; ++i) {
        static_cast<double*>(dest)[i] = source[inds[i]];
    }
}

// Setters change all values, or none if one is refused.

void BmiHeat::SetValue(std::string name, void* src) {
    double* const destination = values(name);
    const double* const source = static_cast<const double*>(src);
    const std::size_t size = value_count(name);
    for (std::size_t i = 0; i < size; ++i) {
        check_new_value(name, source[i]);
    }
    std::copy(source, source + size, destination);
}

void BmiHeat::SetValueAtIndices(std::string name, int* inds, int count, void* src) {
    double* const destination = values(name);
    const double* const source = static_cast<const double*>(src);
    check_indices(inds, count, value_count(name));
    for (int i = 0; i < count; ++i) {
        check_new_value(name, source[i]);
    }
    for (int i = 0; i < count; ++i) {
        destination[inds[i]] = source[i];
    }
}

double* BmiHeat::values(const std::string& name) {
    Plate& plate = simulation().plate;
    return variable(name).grid == plate_grid ? plate.temperature().data() : &plate.diffusivity();
}

std::size_t BmiHeat::value_count(const std::string& name) {
    return static_cast<std::size_t>(GetGridSize(variable(name).grid));
}

} // namespace heat
