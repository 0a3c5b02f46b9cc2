#include "fields.hpp"

#include "fake_ports.hpp"
#include "message_passing/ordered_sum.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace hydro::amr::test {

namespace {

std::vector<Cell> own_cells(const Hierarchy& mesh, int layers) {
    std::vector<Cell> cells;
    for (int p = 0; p < mesh.patches().count(); ++p) {
        const Patch& patch = mesh.patches().patch(p);
        const double* values = mesh.patches().array(MeshPort::solution, p);
        for (int j = -layers; j < patch.extent.ny + layers; ++j) {
            for (int i = -layers; i < patch.extent.nx + layers; ++i) {
                cells.push_back({patch.level, patch.first_x + i, patch.first_y + j, {}});
                for (int v = 0; v < variables; ++v) {
                    cells.back().values[static_cast<std::size_t>(v)] =
                        values[v * patch.extent.size() + patch.extent.index(i, j)];
                }
            }
        }
    }
    return cells;
}

} // namespace

std::vector<Cell> all_cells(const Hierarchy& mesh, int layers) {
    const std::vector<Cell> own = own_cells(mesh, layers);
    const MPI_Comm communicator = mesh.forest().communicator();
    int ranks = 1;
    MPI_Comm_size(communicator, &ranks);
    const int bytes = static_cast<int>(own.size() * sizeof(Cell));
    std::vector<int> counts(static_cast<std::size_t>(ranks));
    MPI_Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, communicator);
    std::vector<int> offsets{0};
    for (const int count : counts) {
        offsets.push_back(offsets.back() + count);
    }
    std::vector<Cell> all(static_cast<std::size_t>(offsets.back()) / sizeof(Cell));
    MPI_Gatherv(own.data(), bytes, MPI_BYTE, all.data(), counts.data(), offsets.data(), MPI_BYTE, 0,
                communicator);
    int rank = 0;
    MPI_Comm_rank(communicator, &rank);
    if (rank > 0) {
        all.clear();
    }
    std::sort(all.begin(), all.end(), [](const Cell& a, const Cell& b) {
        return std::tie(a.level, a.y, a.x) < std::tie(b.level, b.y, b.x);
    });
    return all;
}

double integral(const Hierarchy& mesh, int variable) {
    const int block = mesh.grid().block;
    std::vector<double> sums;
    for (std::size_t b = 0; b < mesh.forest().blocks().size(); ++b) {
        const Patches& patches = mesh.patches();
        const Window window = patches.window_of_block(static_cast<int>(b), 0, 0, block, block);
        const Patch& patch = patches.patch(patches.place(static_cast<int>(b)).patch);
        double sum = 0;
        for (int j = 0; j < block; ++j) {
            for (int i = 0; i < block; ++i) {
                sum += patches.storage(
                    MeshPort::solution)[window.at + variable * window.plane + j * window.pitch + i];
            }
        }
        sums.push_back(sum * patch.dx * patch.dy);
    }
    return ordered_sum(mesh.forest().communicator(), sums, 1)[0];
}

void poison(Hierarchy& mesh, MeshPort::Field field) {
    for (int p = 0; p < mesh.patches().count(); ++p) {
        std::fill_n(mesh.patches().array(field, p),
                    variables * mesh.patches().patch(p).extent.size(),
                    std::numeric_limits<double>::quiet_NaN());
    }
}

void refine_along_circle(Hierarchy& mesh, double x, double y, double radius,
                         double (*function)(int, double, double),
                         BoundaryConditionsPort& boundary) {
    FunctionInitial initial(function);
    LimitedInterpolation interpolation;
    CircleEstimator circle;
    circle.x = x;
    circle.y = y;
    circle.radius = radius;
    mesh.fill(initial);
    for (int level = 1; level < mesh.grid().levels; ++level) {
        mesh.regrid(circle, interpolation, boundary, 1, false);
        mesh.balance();
        poison(mesh, MeshPort::solution);
        mesh.fill(initial);
    }
}

} // namespace hydro::amr::test
