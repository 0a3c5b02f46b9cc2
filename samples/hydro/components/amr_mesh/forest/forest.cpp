#include "forest/forest.hpp"

#include <algorithm>
#include <numeric>
#include <p4est_algorithms.h>
#include <p4est_bits.h>
#include <p4est_extended.h>
#include <p4est_ghost.h>

namespace hydro::amr {
namespace {

// Reads the wish from the user data of a quadrant, which holds one integer.
int wish_of(const p4est_quadrant_t& quadrant) {
    return quadrant.p.user_int;
}

void wish_nothing(p4est_t* /*forest*/, p4est_topidx_t /*tree*/, p4est_quadrant_t* quadrant) {
    quadrant->p.user_int = static_cast<int>(Wish::keep);
}

int wishes_refinement(p4est_t* /*forest*/, p4est_topidx_t /*tree*/, p4est_quadrant_t* quadrant) {
    return wish_of(*quadrant) == static_cast<int>(Wish::refine);
}

int wish_coarsening(p4est_t* forest, p4est_topidx_t /*tree*/, p4est_quadrant_t* family[]) {
    const int coarsest = static_cast<const Forest*>(forest->user_pointer)->coarsest();
    return family[0]->level > coarsest &&
           std::all_of(family, family + P4EST_CHILDREN, [](const p4est_quadrant_t* quadrant) {
               return wish_of(*quadrant) == static_cast<int>(Wish::coarsen);
           });
}

// Calls `visit(tree, quadrant)` for all quadrants of this rank along the curve.
template <class Visit>
void for_each_quadrant(p4est_t& forest, Visit visit) {
    for (p4est_topidx_t t = forest.first_local_tree; t <= forest.last_local_tree; ++t) {
        sc_array_t& quadrants = p4est_tree_array_index(forest.trees, t)->quadrants;
        for (std::size_t q = 0; q < quadrants.elem_count; ++q) {
            visit(t, *p4est_quadrant_array_index(&quadrants, q));
        }
    }
}

// Returns the place of each tree, and stretches the brick over the domain. p4est puts the vertices
// of a brick at whole numbers.
std::vector<Block> place_trees(p4est_connectivity_t& brick, const Grid& grid, int coarsest) {
    std::vector<Block> roots;
    for (std::ptrdiff_t t = 0; t < brick.num_trees; ++t) {
        const std::ptrdiff_t corner = brick.tree_to_vertex[P4EST_CHILDREN * t];
        const double* low = brick.vertices + 3 * corner;
        roots.push_back({-coarsest, static_cast<int>(low[0]), static_cast<int>(low[1])});
    }
    for (std::ptrdiff_t v = 0; v < brick.num_vertices; ++v) {
        brick.vertices[3 * v] *= grid.width / (grid.columns >> coarsest);
        brick.vertices[3 * v + 1] *= grid.height / (grid.rows >> coarsest);
    }
    return roots;
}

} // namespace

Forest::Forest(MPI_Comm communicator, const Grid& grid, int coarsest)
    : communicator_(communicator), grid_(grid), coarsest_(coarsest) {
    sc_set_log_defaults(nullptr, nullptr, SC_LP_SILENT);
    connectivity_.reset(p4est_connectivity_new_brick(
        grid.columns >> coarsest, grid.rows >> coarsest, grid.periodic_x, grid.periodic_y));
    roots_ = place_trees(*connectivity_, grid, coarsest);
    forest_.reset(
        p4est_new_ext(communicator, connectivity_.get(), 0, coarsest, 1, 0, nullptr, this));
    look_around();
}

std::int64_t Forest::blocks_of_all_ranks() const noexcept {
    return forest_->global_num_quadrants;
}

std::vector<std::int64_t> Forest::first_blocks() const {
    return {forest_->global_first_quadrant, forest_->global_first_quadrant + forest_->mpisize + 1};
}

Block Forest::block_of(int tree, int level, int x, int y) const {
    const Block& root = roots_[static_cast<std::size_t>(tree)];
    const int shift = P4EST_MAXLEVEL - level;
    return {level - coarsest_, (root.i << level) + (x >> shift), (root.j << level) + (y >> shift)};
}

void Forest::look_around() {
    blocks_.clear();
    for_each_quadrant(*forest_, [this](p4est_topidx_t tree, const p4est_quadrant_t& quadrant) {
        blocks_.push_back(block_of(tree, quadrant.level, quadrant.x, quadrant.y));
    });
    ghosts_.reset(p4est_ghost_new(forest_.get(), P4EST_CONNECT_FULL));
    remote_blocks_.clear();
    neighbours_.clear();
    for (int rank = 0; rank < forest_->mpisize; ++rank) {
        const int first = ghosts_->proc_offsets[rank];
        const int last = ghosts_->proc_offsets[rank + 1];
        if (first < last) {
            neighbours_.push_back(rank);
        }
        for (int g = first; g < last; ++g) {
            const p4est_quadrant_t& quadrant =
                *p4est_quadrant_array_index(&ghosts_->ghosts, static_cast<std::size_t>(g));
            remote_blocks_.push_back(
                {block_of(quadrant.p.piggy3.which_tree, quadrant.level, quadrant.x, quadrant.y),
                 rank, quadrant.p.piggy3.local_num});
        }
    }
}

std::vector<signed char> Forest::exchange(const std::vector<signed char>& own) const {
    std::vector<signed char> sent = own;
    std::vector<void*> of_mirrors;
    for (std::size_t m = 0; m < ghosts_->mirrors.elem_count; ++m) {
        const p4est_quadrant_t& mirror = *p4est_quadrant_array_index(&ghosts_->mirrors, m);
        of_mirrors.push_back(&sent[static_cast<std::size_t>(mirror.p.piggy3.local_num)]);
    }
    std::vector<signed char> remote(remote_blocks_.size());
    p4est_ghost_exchange_custom(forest_.get(), ghosts_.get(), 1, of_mirrors.data(), remote.data());
    return remote;
}

bool Forest::adapt(const std::vector<Wish>& wishes) {
    std::size_t number = 0;
    for_each_quadrant(*forest_, [&](p4est_topidx_t /*tree*/, p4est_quadrant_t& quadrant) {
        quadrant.p.user_int = static_cast<int>(wishes[number++]);
    });
    const long before = p4est_revision(forest_.get());
    p4est_refine_ext(forest_.get(), 0, coarsest_ + grid_.levels - 1, wishes_refinement,
                     wish_nothing, nullptr);
    p4est_coarsen_ext(forest_.get(), 0, 0, wish_coarsening, wish_nothing, nullptr);
    p4est_balance_ext(forest_.get(), P4EST_CONNECT_FULL, wish_nothing, nullptr);
    const bool changed = p4est_revision(forest_.get()) != before;
    if (changed) {
        look_around();
    }
    return changed;
}

std::int64_t Forest::balance(const Load& load) {
    const auto ranks = static_cast<std::size_t>(forest_->mpisize);
    const auto rank = static_cast<std::size_t>(forest_->mpirank);
    std::vector<double> weights = load.weights;
    if (weights.empty()) {
        weights.assign(blocks_.size(), 1);
    }
    std::vector<double> speeds(ranks);
    std::vector<double> sums(ranks); // of the weights of each rank
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    MPI_Allgather(&load.speed, 1, MPI_DOUBLE, speeds.data(), 1, MPI_DOUBLE, communicator_);
    MPI_Allgather(&sum, 1, MPI_DOUBLE, sums.data(), 1, MPI_DOUBLE, communicator_);
    const auto own = sums.begin() + static_cast<std::ptrdiff_t>(rank);
    std::vector<p4est_locidx_t> counts =
        shares(weights, std::accumulate(sums.begin(), own, 0.0),
               std::accumulate(sums.begin(), sums.end(), 0.0), speeds);
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), forest_->mpisize, MPI_INT, MPI_SUM, communicator_);
    return partition(std::move(counts));
}

std::int64_t Forest::unite_families() {
    const std::vector<std::int64_t> first = first_blocks();
    std::vector<p4est_locidx_t> counts;
    for (std::size_t rank = 0; rank + 1 < first.size(); ++rank) {
        counts.push_back(static_cast<p4est_locidx_t>(first[rank + 1] - first[rank]));
    }
    return partition(std::move(counts));
}

// Gives each rank so many blocks, but every four that could be coarsened to one rank.
std::int64_t Forest::partition(std::vector<p4est_locidx_t> counts) {
    p4est_partition_for_coarsening(forest_.get(), counts.data());
    const std::int64_t moved = p4est_partition_given(forest_.get(), counts.data());
    if (moved > 0) {
        look_around();
    }
    return moved;
}

} // namespace hydro::amr
