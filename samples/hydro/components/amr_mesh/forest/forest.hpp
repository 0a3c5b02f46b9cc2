// The blocks of all ranks: a forest of quadtrees in p4est.
#pragma once

#include "forest/grid.hpp"
#include "forest/shares.hpp"

#include <error_estimator_port.hpp>
#include <memory>
#include <mpi.h>
#include <p4est_ghost.h>
#include <vector>

namespace hydro::amr {

class Forest {
public:
    // Makes leaves of level 0 of the grid, which are `coarsest` levels below the roots of the
    // trees. The grid's numbers of columns and rows must be multiples of 2^coarsest.
    Forest(MPI_Comm communicator, const Grid& grid, int coarsest);
    ~Forest() = default;
    Forest(const Forest&) = delete;
    Forest& operator=(const Forest&) = delete;

    const Grid& grid() const noexcept { return grid_; }
    MPI_Comm communicator() const noexcept { return communicator_; }

    // Blocks of this rank, along the space-filling curve.
    const std::vector<Block>& blocks() const noexcept { return blocks_; }

    // Blocks of other ranks that touch a block of this rank, in a face or in a corner.
    const std::vector<RemoteBlock>& remote_blocks() const noexcept { return remote_blocks_; }

    // Ranks with remote blocks, in ascending order; this rank is a neighbour of theirs, too.
    const std::vector<int>& neighbours() const noexcept { return neighbours_; }

    std::int64_t blocks_of_all_ranks() const noexcept;

    // The number of the first block of each rank along the curve, then the number of all blocks.
    std::vector<std::int64_t> first_blocks() const;

    // Returns for each remote block its owner's element of `own`, which has an element for each of
    // blocks().
    std::vector<signed char> exchange(const std::vector<signed char>& own) const;

    // Refines and coarsens by at most one level, as far as neighbours stay within one level of each
    // other. Returns true if anything changed on any rank.
    bool adapt(const std::vector<Wish>& wishes);

    // Gives all ranks shares that take equally long. Returns the number of blocks that moved to
    // another rank. If one rank weighs its blocks, all do.
    std::int64_t balance(const Load& load);

    // Moves the fewest blocks that bring every four blocks that could be coarsened to one onto one
    // rank. Returns the number of moved blocks.
    std::int64_t unite_families();

    const p4est_t& leaves() const noexcept { return *forest_; }
    int coarsest() const noexcept { return coarsest_; }

private:
    std::int64_t partition(std::vector<p4est_locidx_t> counts);
    void look_around();
    Block block_of(int tree, int level, int x, int y) const;

    struct Delete {
        void operator()(p4est_t* forest) const { p4est_destroy(forest); }
        void operator()(p4est_connectivity_t* connectivity) const {
            p4est_connectivity_destroy(connectivity);
        }
        void operator()(p4est_ghost_t* ghosts) const { p4est_ghost_destroy(ghosts); }
    };

    MPI_Comm communicator_;
    Grid grid_;
    int coarsest_;
    std::unique_ptr<p4est_connectivity_t, Delete> connectivity_;
    std::unique_ptr<p4est_t, Delete> forest_;
    std::unique_ptr<p4est_ghost_t, Delete> ghosts_;
    std::vector<Block> roots_; // for each tree
    std::vector<Block> blocks_;
    std::vector<RemoteBlock> remote_blocks_;
    std::vector<int> neighbours_;
};

} // namespace hydro::amr
