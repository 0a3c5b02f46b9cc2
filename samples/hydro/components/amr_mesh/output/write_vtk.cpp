#include "output/output.hpp"

#include <cerrno>
#include <cstring>
#include <memory>
#include <p4est_extended.h>
#include <p4est_vtk.h>
#include <stdexcept>

namespace hydro::amr {

namespace {

struct Destroy {
    void operator()(p4est_t* forest) const { p4est_destroy(forest); }
    void operator()(sc_array_t* array) const { sc_array_destroy(array); }
};

int always(p4est_t* /*forest*/, p4est_topidx_t /*tree*/, p4est_quadrant_t* /*quadrant*/) {
    return 1;
}

/// A copy of the forest whose leaves are the cells.
std::unique_ptr<p4est_t, Destroy> forest_of_cells(const p4est_t& blocks, int block) {
    std::unique_ptr<p4est_t, Destroy> cells(p4est_copy(const_cast<p4est_t*>(&blocks), 0));
    for (int size = block; size > 1; size /= 2) {
        p4est_refine(cells.get(), 0, always, nullptr);
    }
    return cells;
}

/// Every second bit: the position in one direction of the cell that is `curve`-th in its block.
int coordinate(unsigned curve) {
    int position = 0;
    for (int bit = 0; curve >> (2 * bit) != 0; ++bit) {
        position |= static_cast<int>(curve >> (2 * bit) & 1U) << bit;
    }
    return position;
}

/// Values for each cell of this rank, in the order of the forest of cells.
struct CellValues {
    std::vector<double> density, energy, momentum, level, patch;
};

CellValues gather(const Patches& patches, std::size_t blocks, int block) {
    CellValues values;
    const double* storage = patches.storage(MeshPort::solution);
    for (std::size_t b = 0; b < blocks; ++b) {
        const Window window = patches.window_of_block(static_cast<int>(b), 0, 0, block, block);
        const int number = patches.place(static_cast<int>(b)).patch;
        for (unsigned c = 0; c < static_cast<unsigned>(block * block); ++c) {
            const double* cell =
                storage + window.at + coordinate(c >> 1U) * window.pitch + coordinate(c);
            values.density.push_back(cell[density * window.plane]);
            values.energy.push_back(cell[energy * window.plane]);
            values.momentum.insert(values.momentum.end(), {cell[momentum_x * window.plane],
                                                           cell[momentum_y * window.plane], 0.0});
            values.level.push_back(patches.patch(number).level);
            values.patch.push_back(number);
        }
    }
    return values;
}

/// `values` as p4est takes them.
std::unique_ptr<sc_array_t, Destroy> view(std::vector<double>& values) {
    return std::unique_ptr<sc_array_t, Destroy>(
        sc_array_new_data(values.data(), sizeof(double), values.size()));
}

bool write(p4est_t& cells, CellValues& values, const std::string& path) {
    const auto rho = view(values.density);
    const auto total_energy = view(values.energy);
    const auto momentum = view(values.momentum);
    const auto level = view(values.level);
    const auto patch = view(values.patch);
    p4est_vtk_context_t* context = p4est_vtk_context_new(&cells, path.c_str());
    p4est_vtk_context_set_scale(context, 1.0);
    context = p4est_vtk_write_header(context);
    if (context != nullptr) {
        context = p4est_vtk_write_cell_dataf(
            context, 0, 0, 1, 0, 4, 1, "density", rho.get(), "energy", total_energy.get(), "level",
            level.get(), "patch", patch.get(), "momentum", momentum.get(), context);
    }
    return context != nullptr && p4est_vtk_write_footer(context) == 0;
}

} // namespace

void write_vtk(const Forest& forest, const Patches& patches, const std::string& path) {
    const int block = forest.grid().block;
    const auto cells = forest_of_cells(forest.leaves(), block);
    CellValues values = gather(patches, forest.blocks().size(), block);
    errno = 0;
    int failed = write(*cells, values, path) ? 0 : errno == 0 ? EIO : errno;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, forest.communicator());
    if (failed != 0) {
        throw std::runtime_error("AMRMesh: cannot write " + path +
                                 ".pvtu: " + std::strerror(failed));
    }
}

} // namespace hydro::amr
