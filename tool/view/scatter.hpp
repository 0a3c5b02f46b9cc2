// Time against a parameter: invocations counted on a grid, with the curves of models.
// Ownership: values.
#pragma once

#include "view/viewed_run.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::view {

struct Axis {
    double min = 0;
    double max = 1;
    bool is_logarithmic = false;
    std::size_t cells = 1;
};

// Number of sampled invocations in a cell of the grid.
struct Cell {
    std::size_t column = 0;
    std::size_t row = 0;
    std::size_t count = 0;
};

// Mean and band of one model at ascending values of the parameter.
struct Curve {
    std::size_t fit = 0; // which of the method's
    std::vector<double> x;
    std::vector<double> mean;
    std::vector<double> low; // empty, as the next: the model knows no spread
    std::vector<double> high;
};

struct Scatter {
    std::string parameter;
    std::vector<std::string> categories; // of a parameter with names: its values are 0, 1 ...
    Axis x;
    Axis y;
    std::vector<Cell> cells;
    std::vector<Curve> curves;
};

// A scatter for each parameter that varied.
std::vector<Scatter> scatters(const FittedMethod& method, double level);

} // namespace proxima::view
