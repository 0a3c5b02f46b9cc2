#include "weights.hpp"

#include <array>
#include <mpi.h>

namespace hydro::amr {
namespace {

double cells_of_block(const Grid& grid) {
    return static_cast<double>(grid.block) * grid.block;
}

// Sums numbers of all ranks.
template <std::size_t Count>
void sum(std::array<double, Count>& numbers, MPI_Comm communicator) {
    MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(Count), MPI_DOUBLE, MPI_SUM,
                  communicator);
}

} // namespace

Load weights_by_hand(const Hierarchy& hierarchy, double shock) {
    const double cells = cells_of_block(hierarchy.grid());
    Load load;
    for (std::size_t b = 0; b < hierarchy.forest().blocks().size(); ++b) {
        load.weights.push_back(1 +
                               shock * hierarchy.patches().steep_in(static_cast<int>(b)) / cells);
    }
    return load;
}

// The cost of a cell at a shock, as a multiple of that of a mean patch, is the mean over the cells
// of all ranks: a rank without shocks knows none. A rank is as fast as it computes its own blocks.
Load fitted_weights(const Hierarchy& hierarchy, const proxima::framework::CostPort& costs,
                    const std::string& method) {
    const Patches& patches = hierarchy.patches();
    const MPI_Comm communicator = hierarchy.forest().communicator();
    std::array<double, 3> sums{}; // Q, cells at shocks, patches
    for (int p = 0; p < patches.count(); ++p) {
        sums[0] += static_cast<double>(patches.patch(p).extent.size());
        sums[1] += patches.patch(p).steep;
        sums[2] += 1;
    }
    const double own_steep = sums[1];
    sum(sums, communicator);
    const double mean = sums[0] / sums[2];
    // A mean patch without and with one cell at a shock, and the same of each patch.
    std::vector<double> calls{mean, 0, mean, 1};
    for (int p = 0; p < patches.count(); ++p) {
        const auto q = static_cast<double>(patches.patch(p).extent.size());
        calls.insert(calls.end(), {q, 0, q, static_cast<double>(patches.patch(p).steep)});
    }
    const std::vector<double> us = costs.microseconds(method, {"Q", "steep"}, calls);
    const bool is_known = !us.empty() && us.front() > 0;
    std::array<double, 3> shock{is_known ? (us[1] / us[0] - 1) * own_steep : 0, own_steep,
                                is_known ? 0.0 : 1.0};
    sum(shock, communicator);
    if (shock[2] > 0) {
        return {};
    }
    const double of_shock = shock[1] > 0 ? shock[0] / shock[1] : 0;
    const double cells = cells_of_block(hierarchy.grid());
    Load load;
    double weight = 0;
    double time = 0;
    for (std::size_t b = 0; b < hierarchy.forest().blocks().size(); ++b) {
        const int block = static_cast<int>(b);
        const auto p = static_cast<std::size_t>(patches.place(block).patch);
        const hydro::Extent& extent = patches.patch(static_cast<int>(p)).extent;
        const double share = cells / extent.nx / extent.ny;
        load.weights.push_back(us[2 + 2 * p] / us[0] * share + of_shock * patches.steep_in(block));
        weight += load.weights.back();
        time += us[3 + 2 * p] * share;
    }
    load.speed = time > 0 ? weight / time : 1 / us.front();
    return load;
}

} // namespace hydro::amr
