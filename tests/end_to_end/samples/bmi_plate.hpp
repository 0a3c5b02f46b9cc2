#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>

namespace sample_test {

// A plate that is not square in any respect, so that rows cannot pass for columns.
struct BmiPlate {
    int rows = 9;
    int columns = 17;
    double row_spacing = 0.05;
    double column_spacing = 0.04;
    double diffusivity = 1e-3;
    double temperature = 300.0;
    double time_step = 0.5;
    double end_time = 20.0;

    double height() const { return (rows - 1) * row_spacing; }
    double width() const { return (columns - 1) * column_spacing; }
};

inline std::filesystem::path write(const BmiPlate& plate, const std::filesystem::path& file) {
    std::ofstream stream(file);
    stream.precision(17);
    stream << "rows = " << plate.rows << "\ncolumns = " << plate.columns
           << "\nrow_spacing = " << plate.row_spacing
           << "\ncolumn_spacing = " << plate.column_spacing
           << "\norigin_y = -1.5\norigin_x = 2.5\ndiffusivity = " << plate.diffusivity
           << "\ntemperature = " << plate.temperature << "\ntime_step = " << plate.time_step
           << "\nend_time = " << plate.end_time << "\n";
    return file;
}

inline const double pi = std::acos(-1.0);

// By how much a step of Peaceman and Rachford's scheme multiplies the lowest sine mode of a plate,
// which is an eigenvector of its matrices.
inline double decay_of_step(const BmiPlate& plate, double diffusivity, double time_step) {
    const auto factor = [&](double spacing, double length) {
        const double wave_number = 2.0 / spacing * std::sin(0.5 * pi * spacing / length);
        const double r = 0.5 * diffusivity * time_step * wave_number * wave_number;
        return (1.0 - r) / (1.0 + r);
    };
    return factor(plate.row_spacing, plate.height()) * factor(plate.column_spacing, plate.width());
}

} // namespace sample_test
