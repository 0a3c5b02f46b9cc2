#include "plate.hpp"

namespace heat {
namespace {

// The reciprocal pivots of the matrix with 1 + 2 number on the diagonal and -number beside it, for
// the nodes between two edges.
std::vector<double> pivots(std::size_t nodes, double number) {
    std::vector<double> reciprocals(nodes, 0.0);
    double previous = 0.0;
    for (std::size_t i = 1; i + 1 < nodes; ++i) {
        previous = 1.0 / (1.0 + 2.0 * number - number * number * previous);
        reciprocals[i] = previous;
    }
    return reciprocals;
}

} // namespace

Plate::Plate(const Configuration& configuration)
    : rows_(static_cast<std::size_t>(configuration.rows)),
      columns_(static_cast<std::size_t>(configuration.columns)),
      row_spacing_(configuration.row_spacing), column_spacing_(configuration.column_spacing),
      diffusivity_(configuration.diffusivity),
      temperature_(rows_ * columns_, configuration.temperature), half_way_(temperature_) {
}

// Each half of a step is implicit in one direction and explicit in the other. The numbers are the
// diffusion numbers of half a step.
void Plate::advance(double time_step) {
    const double row_number = 0.5 * diffusivity_ * time_step / (row_spacing_ * row_spacing_);
    const double column_number =
        0.5 * diffusivity_ * time_step / (column_spacing_ * column_spacing_);
    advance_along_rows(row_number, column_number);
    advance_along_columns(row_number, column_number);
}

void Plate::advance_along_rows(double row_number, double column_number) {
    const std::vector<double> pivot = pivots(columns_, column_number);
    for (std::size_t row = 1; row + 1 < rows_; ++row) {
        const double* const here = &temperature_[row * columns_];
        const double* const below = here - columns_;
        const double* const above = here + columns_;
        double* const result = &half_way_[row * columns_];
        result[0] = here[0];
        for (std::size_t i = 1; i + 1 < columns_; ++i) {
            const double known = here[i] + row_number * (below[i] - 2.0 * here[i] + above[i]);
            result[i] = (known + column_number * result[i - 1]) * pivot[i];
        }
        result[columns_ - 1] = here[columns_ - 1];
        for (std::size_t i = columns_ - 2; i > 0; --i) {
            result[i] += column_number * pivot[i] * result[i + 1];
        }
    }
}

// Advances all columns at once, row after row, as they lie in memory.
void Plate::advance_along_columns(double row_number, double column_number) {
    const std::vector<double> pivot = pivots(rows_, row_number);
    for (std::size_t row = 1; row + 1 < rows_; ++row) {
        const double* const here = &half_way_[row * columns_];
        double* const result = &temperature_[row * columns_];
        const double* const below = result - columns_;
        for (std::size_t i = 1; i + 1 < columns_; ++i) {
            const double known =
                here[i] + column_number * (here[i - 1] - 2.0 * here[i] + here[i + 1]);
            result[i] = (known + row_number * below[i]) * pivot[row];
        }
    }
    for (std::size_t row = rows_ - 2; row > 0; --row) {
        double* const result = &temperature_[row * columns_];
        const double* const above = result + columns_;
        for (std::size_t i = 1; i + 1 < columns_; ++i) {
            result[i] += row_number * pivot[row] * above[i];
        }
    }
}

} // namespace heat
