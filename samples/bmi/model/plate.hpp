#pragma once

#include "configuration.hpp"

#include <cstddef>
#include <vector>

namespace heat {

// Heat conduction in a rectangular plate,
//     dT/dt = diffusivity (d2T/dx2 + d2T/dy2),
// by the alternating directions of Peaceman and Rachford (1955): second order in space and time,
// stable for every time step. The temperatures of the edges stay as they are set.
class Plate {
public:
    explicit Plate(const Configuration& configuration);

    void advance(double time_step);

    // Temperatures row by row. The reference stays valid for the life of the plate.
    std::vector<double>& temperature() { return temperature_; }

    double& diffusivity() { return diffusivity_; }

private:
    void advance_along_rows(double row_number, double column_number);
    void advance_along_columns(double row_number, double column_number);

    std::size_t rows_;
    std::size_t columns_;
    double row_spacing_;
    double column_spacing_;
    double diffusivity_;
    std::vector<double> temperature_;
    std::vector<double> half_way_; // the temperatures between the two directions
};

} // namespace heat
