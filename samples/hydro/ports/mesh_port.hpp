#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

#include <cstdint>

namespace hydro {

// The effect of a regrid or a load balance on all ranks together.
struct MeshChange {
    std::int64_t refined = 0;   // blocks that became four
    std::int64_t coarsened = 0; // blocks that came of four
    std::int64_t moved = 0;     // blocks that went to another rank
};

// The adaptive mesh: patches of cells over all ranks, and the arrays that live on them. Nearly all
// message passing happens in here. All functions are called by all ranks in the same order, except
// those that look at one patch.
class MeshPort : public virtual proxima::framework::Port {
public:
    // Arrays of `variables` planes on every patch: the solution, which survives a change of the
    // mesh, and two for a time step, which do not.
    enum Field : int { solution, stage, rate, fields };

    // Makes the mesh: uniform on the coarsest level, refined where the error estimator wants it,
    // filled with the initial condition on every level.
    virtual void initialize() = 0;

    virtual int rank() const = 0;
    virtual int ranks() const = 0;

    // Levels are numbered from 0, the coarsest that may exist, to levels() - 1, the finest that
    // may.
    virtual int levels() const = 0;

    // Patches of this rank, numbered from 0 to patches() - 1, those of coarser levels first.
    virtual int patches() const = 0;
    virtual const Patch& patch(int number) const = 0;
    virtual double* array(Field field, int number) = 0;
    virtual SideFluxes side_fluxes(int number) = 0;

    // Fills the ghosts of all patches of a level: from neighbours of the same level, from coarser
    // and finer ones, at the domain's boundary. Levels are updated from the coarsest to the
    // finest.
    virtual void update_ghosts(int level, Field field) = 0;

    // Bytes that an update of the ghosts of a level sends from this rank to others. Constant
    // between changes of the mesh.
    virtual std::int64_t ghost_bytes(int level) const = 0;

    // Sets the side fluxes of all patches to zero.
    virtual void clear_side_fluxes() = 0;

    // Corrects the solution of coarse cells along sides with finer neighbours by the difference
    // between both side fluxes: afterwards, what left one cell has entered the other.
    virtual void reflux() = 0;

    // Refines and coarsens as the error estimator wishes. Moves between ranks only the few blocks
    // that bring every four that could be coarsened to one onto one rank: coarsening must not
    // depend on the ranks.
    virtual MeshChange regrid() = 0;

    // Gives all ranks an equal share of the cells.
    virtual MeshChange balance() = 0;

    // Reductions of one number of each rank; all ranks get the result.
    virtual double minimum(double value) const = 0;
    virtual double maximum(double value) const = 0;

    // The sum of `count` numbers over all blocks of cells of all ranks, in an order that depends
    // on the mesh alone, not on how it is distributed: `values` holds `count` numbers for each
    // block of each patch, block by block in rows. The result replaces the first `count`, for
    // which there must be room on a rank without blocks, too.
    virtual void sum_over_blocks(double* values, int count) const = 0;

    // Cells along a side of a block: patches consist of blocks.
    virtual int block() const = 0;

    // Cells of all ranks.
    virtual std::int64_t cells() const = 0;

    // The domain.
    virtual double width() const = 0;
    virtual double height() const = 0;

    // The density on a grid of nx by ny equal pixels, rows from low to high y, on rank 0;
    // elsewhere nothing is written.
    virtual void sample_density(int nx, int ny, float* pixels) const = 0;
};

} // namespace hydro
