#include "hierarchy.hpp"

#include "regrid/transfer.hpp"
#include "regrid/wishes.hpp"

#include <algorithm>

namespace hydro::amr {

Hierarchy::Hierarchy(MPI_Comm communicator, const Grid& grid, int coarsest)
    : forest_(communicator, grid, coarsest),
      patches_(std::make_unique<Patches>(grid, forest_.blocks())) {
    for (const MeshPort::Field field : {MeshPort::solution, MeshPort::stage, MeshPort::rate}) {
        patches_->allocate(field);
    }
    plan();
}

void Hierarchy::plan() {
    const BlockIndex index(forest_);
    ghosts_ = plan_ghost_exchange(forest_, index, *patches_);
    reflux_ = Reflux(forest_, index, *patches_);
    patches_->find_shocks(grid().block);
}

void Hierarchy::fill(InitialConditionPort& initial) {
    for (int p = 0; p < patches_->count(); ++p) {
        initial.fill(patches_->patch(p), patches_->array(MeshPort::solution, p));
    }
    patches_->find_shocks(grid().block);
}

void Hierarchy::update_ghosts(int level, MeshPort::Field field, InterpolationPort& interpolation,
                              BoundaryConditionsPort& boundary) {
    ghosts_[static_cast<std::size_t>(level)].run(interpolation, patches_->storage(field));
    // Sides in y come last, because their corners need the ghosts that the sides in x have filled.
    for (int p = patches_->first(level); p < patches_->first(level + 1); ++p) {
        for (const Side side : {Side::x_low, Side::x_high, Side::y_low, Side::y_high}) {
            if (patches_->patch(p).at_boundary[static_cast<std::size_t>(side)]) {
                boundary.apply(side, patches_->patch(p), patches_->array(field, p));
            }
        }
    }
}

template <class Fill>
void Hierarchy::replace_patches(Fill fill) {
    auto next = std::make_unique<Patches>(grid(), forest_.blocks());
    next->allocate(MeshPort::solution, patches_->release(MeshPort::stage));
    next->allocate(MeshPort::stage, patches_->release(MeshPort::rate));
    fill(*next);
    next->allocate(MeshPort::rate, patches_->release(MeshPort::solution));
    patches_ = std::move(next);
    plan();
}

MeshChange Hierarchy::regrid(ErrorEstimatorPort& estimator, InterpolationPort& interpolation,
                             BoundaryConditionsPort& boundary, int layers, bool may_coarsen) {
    MeshChange change;
    if (grid().levels == 1) {
        return change;
    }
    // Without this, coarsening would depend on how blocks are distributed over ranks.
    if (may_coarsen) {
        change.moved = redistribute_by([this] { return forest_.unite_families(); });
    }
    for (int level = 0; level < grid().levels; ++level) {
        update_ghosts(level, MeshPort::solution, interpolation, boundary);
    }
    std::vector<Wish> wishes = ask(estimator, grid(), *patches_, forest_.blocks().size());
    if (!may_coarsen) {
        std::replace(wishes.begin(), wishes.end(), Wish::coarsen, Wish::keep);
    }
    extend(wishes, forest_, BlockIndex(forest_), layers);

    const std::vector<Block> old_blocks = forest_.blocks();
    if (!forest_.adapt(wishes)) {
        patches_->find_shocks(grid().block);
        return change;
    }
    MeshChange here;
    replace_patches([&](Patches& next) {
        here = carry_over(grid(), interpolation, old_blocks, *patches_, forest_.blocks(), next);
    });
    const MeshChange there = of_all_ranks(here);
    return {there.refined, there.coarsened, change.moved};
}

MeshChange Hierarchy::balance(const Load& load) {
    MeshChange change;
    change.moved = redistribute_by([&] { return forest_.balance(load); });
    return change;
}

template <class Move>
std::int64_t Hierarchy::redistribute_by(Move move) {
    const std::vector<std::int64_t> before = forest_.first_blocks();
    const std::size_t blocks = forest_.blocks().size();
    const std::int64_t moved = move();
    if (moved == 0) {
        return 0;
    }
    const std::vector<double> values =
        redistribute(forest_, before, pack(grid(), *patches_, blocks));
    replace_patches([&](Patches& next) { unpack(grid(), values, forest_.blocks().size(), next); });
    return moved;
}

MeshChange Hierarchy::of_all_ranks(MeshChange change) const {
    std::array<std::int64_t, 2> counts{change.refined, change.coarsened};
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), 2, MPI_INT64_T, MPI_SUM, forest_.communicator());
    return {counts[0], counts[1], 0};
}

} // namespace hydro::amr
