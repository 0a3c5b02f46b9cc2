#include "output/output.hpp"

#include <algorithm>
#include <cmath>

namespace hydro::amr {
namespace {

// A pixel with its centre in one of the cells `first` to `first + count` - 1 of a direction with
// `cells` cells, and that cell.
struct Sampled {
    int pixel = 0;
    int cell = 0; // from `first` on
};

std::vector<Sampled> samples(int first, int count, double cells, int pixels) {
    std::vector<Sampled> found;
    const auto begin = static_cast<int>(first / cells * pixels) - 1;
    const auto end = static_cast<int>((first + count) / cells * pixels) + 1;
    for (int pixel = std::max(begin, 0); pixel < std::min(end, pixels); ++pixel) {
        const auto cell = static_cast<int>(std::floor((pixel + 0.5) / pixels * cells)) - first;
        if (cell >= 0 && cell < count) {
            found.push_back({pixel, cell});
        }
    }
    return found;
}

} // namespace

void sample_density(const Forest& forest, const Patches& patches, int nx, int ny, float* pixels) {
    const Grid& grid = forest.grid();
    std::vector<float> seen(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
    for (int p = 0; p < patches.count(); ++p) {
        const Patch& patch = patches.patch(p);
        const double* values = patches.array(MeshPort::solution, p);
        const auto columns =
            samples(patch.first_x, patch.extent.nx,
                    static_cast<double>(grid.columns_of(patch.level)) * grid.block, nx);
        const auto rows = samples(patch.first_y, patch.extent.ny,
                                  static_cast<double>(grid.rows_of(patch.level)) * grid.block, ny);
        for (const Sampled& row : rows) {
            for (const Sampled& column : columns) {
                seen[static_cast<std::size_t>(row.pixel) * static_cast<std::size_t>(nx) +
                     static_cast<std::size_t>(column.pixel)] =
                    static_cast<float>(values[patch.extent.index(column.cell, row.cell)]);
            }
        }
    }
    // Each pixel was seen by one rank and is 0 on the others, so the sum is its value.
    MPI_Reduce(seen.data(), pixels, nx * ny, MPI_FLOAT, MPI_SUM, 0, forest.communicator());
}

} // namespace hydro::amr
