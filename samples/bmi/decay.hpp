#pragma once

#include <vector>

// A rectangular grid of rows and columns, as a BMI describes it.
struct RectangularGrid {
    int rows;
    int columns;
    double row_spacing;
    double column_spacing;
};

// The slowest mode of heat conduction in a plate whose edges keep their temperature:
//     T(x, y, t) = edge + amplitude exp(-diffusivity (kx^2 + ky^2) t) sin(kx x) sin(ky y),
// where kx = pi / width and ky = pi / height.
class SineMode {
public:
    SineMode(const RectangularGrid& grid, double edge, double amplitude, double diffusivity);

    // The temperatures of all nodes, row by row.
    std::vector<double> temperatures(double time) const;

    // Bound of the error of a solution of second order in space and time: from the error of each
    // direction's rate of decay, and from rounding in each of the steps.
    double error_bound(double time_step, int steps) const;

private:
    RectangularGrid grid_;
    double edge_;
    double amplitude_;
    double diffusivity_;
    double kx_;
    double ky_;
};
