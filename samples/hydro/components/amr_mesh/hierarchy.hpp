// The mesh itself: blocks, patches, and all that depends on them.
#pragma once

#include "forest/block_index.hpp"
#include "forest/forest.hpp"
#include "ghosts/ghost_exchange.hpp"
#include "patches/patches.hpp"
#include "refluxing/reflux.hpp"

#include <boundary_conditions_port.hpp>
#include <initial_condition_port.hpp>
#include <memory>

namespace hydro::amr {

class Hierarchy {
public:
    // Makes a uniform mesh of level 0; `coarsest` as for Forest.
    Hierarchy(MPI_Comm communicator, const Grid& grid, int coarsest = 0);

    const Grid& grid() const noexcept { return forest_.grid(); }
    const Forest& forest() const noexcept { return forest_; }
    Patches& patches() noexcept { return *patches_; }
    const Patches& patches() const noexcept { return *patches_; }

    void fill(InitialConditionPort& initial);

    void update_ghosts(int level, MeshPort::Field field, InterpolationPort& interpolation,
                       BoundaryConditionsPort& boundary);

    // Bytes that an update of a level sends to other ranks.
    std::size_t ghost_bytes(int level) const {
        return ghosts_[static_cast<std::size_t>(level)].bytes_sent();
    }

    void reflux() { reflux_.run(*patches_); }

    // Refines `layers` of blocks around each marked block, too.
    MeshChange regrid(ErrorEstimatorPort& estimator, InterpolationPort& interpolation,
                      BoundaryConditionsPort& boundary, int layers, bool may_coarsen);

    MeshChange balance(const Load& load);

private:
    void plan();
    MeshChange of_all_ranks(MeshChange change) const;

    // Makes patches for the blocks that the forest has now; `fill(Patches&)` sets the solution.
    template <class Fill>
    void replace_patches(Fill fill);

    // `move()` gives blocks to other ranks and returns how many; the solution follows.
    template <class Move>
    std::int64_t redistribute_by(Move move);

    Forest forest_;
    std::unique_ptr<Patches> patches_;
    std::vector<GhostExchange> ghosts_; // for each level
    Reflux reflux_;
};

} // namespace hydro::amr
