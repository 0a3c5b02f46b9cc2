// The patches of a rank and the arrays that live on them.
#pragma once

#include "patches/merging.hpp"

#include <array>
#include <interpolation_port.hpp>
#include <mesh_port.hpp>
#include <vector>

namespace hydro::amr {

class Patches {
public:
    // `blocks` are those of this rank: a patch consists of one or more of them. The arrays have no
    // memory yet.
    Patches(const Grid& grid, const std::vector<Block>& blocks);

    int count() const noexcept { return static_cast<int>(patches_.size()); }
    const Patch& patch(int number) const { return patches_[static_cast<std::size_t>(number)]; }
    const Rectangle& rectangle(int number) const {
        return rectangles_[static_cast<std::size_t>(number)];
    }

    // The patches of a level are those from first(level) to first(level + 1) - 1.
    int first(int level) const { return first_[static_cast<std::size_t>(level)]; }

    // All arrays of a field, one after the other. The windows of blocks refer to this storage.
    double* storage(MeshPort::Field field) { return fields_[field].data(); }
    const double* storage(MeshPort::Field field) const { return fields_[field].data(); }

    double* array(MeshPort::Field field, int number) {
        return storage(field) + begin_[static_cast<std::size_t>(number)];
    }
    const double* array(MeshPort::Field field, int number) const {
        return storage(field) + begin_[static_cast<std::size_t>(number)];
    }

    // Cells of a patch, counted from its first that is not a ghost.
    Window window(int number, int x, int y, int nx, int ny) const;

    // Position of a block: its patch, and its first cell in that patch.
    struct Place {
        int patch = 0;
        int x = 0;
        int y = 0;
    };
    const Place& place(int block) const { return places_[static_cast<std::size_t>(block)]; }

    // Index of a block in the order patch after patch, row by row within a patch.
    int in_rows(int block) const { return in_rows_[static_cast<std::size_t>(block)]; }
    int first_in_rows(int patch) const { return first_in_rows_[static_cast<std::size_t>(patch)]; }

    // Counts the cells at a shock in the solution, for each block and patch.
    void find_shocks(int cells_of_block);
    int steep_in(int block) const { return steep_[static_cast<std::size_t>(block)]; }

    // Cells of a block, counted from its first.
    Window window_of_block(int block, int x, int y, int nx, int ny) const;

    SideFluxes side_fluxes(int number);
    void clear_side_fluxes();

    // The index of variable 0 of a face in storage_of_sides(): the face at cell `along` of a side.
    std::ptrdiff_t side_flux(int number, Side side, int along) const;
    static int faces(const Patch& patch, Side side) noexcept;
    const double* storage_of_sides() const noexcept { return sides_.data(); }

    using Memory = std::vector<double>;

    // Gives a field memory. The memory of a field of the previous mesh saves an allocation.
    void allocate(MeshPort::Field field, Memory memory = {});
    Memory release(MeshPort::Field field);

private:
    void lay_out(const Grid& grid);
    void place_blocks(const Grid& grid, const std::vector<Block>& blocks);

    std::vector<Rectangle> rectangles_;
    std::vector<Patch> patches_;
    std::vector<int> first_;
    std::vector<Place> places_;
    std::vector<int> in_rows_;
    std::vector<int> steep_;         // cells at a shock, for each block
    std::vector<int> first_in_rows_; // for each patch
    std::vector<std::ptrdiff_t> begin_;
    std::vector<std::array<std::ptrdiff_t, 4>> begin_of_sides_;
    std::size_t elements_ = 0; // size of a field
    std::array<Memory, MeshPort::fields> fields_;
    std::vector<double> sides_;
};

} // namespace hydro::amr
