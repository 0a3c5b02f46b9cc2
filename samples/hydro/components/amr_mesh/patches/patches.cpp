#include "patches/patches.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace hydro::amr {
namespace {

constexpr std::array<Side, 4> all_sides{Side::x_low, Side::x_high, Side::y_low, Side::y_high};

// Across a cell at a shock the pressure changes by this part of its value.
constexpr double change_at_shock = 0.05;

// Pressure of a perfect gas, but for a factor.
double pressure_at(const double* cell, std::ptrdiff_t plane) {
    const double x = cell[momentum_x * plane];
    const double y = cell[momentum_y * plane];
    return cell[energy * plane] - 0.5 * (x * x + y * y) / cell[density * plane];
}

int steep_cells(const Window& window, const double* values) {
    int count = 0;
    for (int j = 0; j + 1 < window.ny; ++j) {
        for (int i = 0; i + 1 < window.nx; ++i) {
            const double* const cell = values + window.at + j * window.pitch + i;
            const double here = pressure_at(cell, window.plane);
            const double change =
                std::max(std::fabs(pressure_at(cell + 1, window.plane) - here),
                         std::fabs(pressure_at(cell + window.pitch, window.plane) - here));
            count += change > change_at_shock * here ? 1 : 0;
        }
    }
    return count;
}

Patch make_patch(const Grid& grid, const Rectangle& rectangle) {
    Patch patch;
    patch.extent = {rectangle.nx * grid.block, rectangle.ny * grid.block};
    patch.level = rectangle.level;
    patch.first_x = rectangle.i * grid.block;
    patch.first_y = rectangle.j * grid.block;
    patch.dx = grid.dx_of(rectangle.level);
    patch.dy = grid.dy_of(rectangle.level);
    patch.at_boundary = {
        !grid.periodic_x && rectangle.i == 0,
        !grid.periodic_x && rectangle.i + rectangle.nx == grid.columns_of(rectangle.level),
        !grid.periodic_y && rectangle.j == 0,
        !grid.periodic_y && rectangle.j + rectangle.ny == grid.rows_of(rectangle.level)};
    return patch;
}

} // namespace

Patches::Patches(const Grid& grid, const std::vector<Block>& blocks)
    : rectangles_(merge(blocks, std::max(1, grid.largest_patch / grid.block))) {
    for (const Rectangle& rectangle : rectangles_) {
        patches_.push_back(make_patch(grid, rectangle));
    }
    lay_out(grid);
    place_blocks(grid, blocks);
}

void Patches::lay_out(const Grid& grid) {
    std::ptrdiff_t cells = 0;
    std::ptrdiff_t fluxes = 0;
    for (const Patch& patch : patches_) {
        begin_.push_back(cells);
        cells += variables * patch.extent.size();
        begin_of_sides_.emplace_back();
        for (const Side side : all_sides) {
            begin_of_sides_.back()[static_cast<std::size_t>(side)] = fluxes;
            fluxes += static_cast<std::ptrdiff_t>(variables) * faces(patch, side);
        }
    }
    elements_ = static_cast<std::size_t>(cells);
    sides_.resize(static_cast<std::size_t>(fluxes));
    for (int level = 0; level <= grid.levels; ++level) {
        const auto begins =
            std::lower_bound(patches_.begin(), patches_.end(), level,
                             [](const Patch& patch, int wanted) { return patch.level < wanted; });
        first_.push_back(static_cast<int>(begins - patches_.begin()));
    }
}

void Patches::place_blocks(const Grid& grid, const std::vector<Block>& blocks) {
    struct Placed {
        Block block;
        Place place;
        int in_rows;
    };
    const auto is_before = [](const Placed& a, const Placed& b) {
        return std::tie(a.block.level, a.block.j, a.block.i) <
               std::tie(b.block.level, b.block.j, b.block.i);
    };
    std::vector<Placed> placed;
    for (int p = 0; p < count(); ++p) {
        const Rectangle& r = rectangle(p);
        first_in_rows_.push_back(static_cast<int>(placed.size()));
        for (int y = 0; y < r.ny; ++y) {
            for (int x = 0; x < r.nx; ++x) {
                placed.push_back({{r.level, r.i + x, r.j + y},
                                  {p, x * grid.block, y * grid.block},
                                  static_cast<int>(placed.size())});
            }
        }
    }
    std::sort(placed.begin(), placed.end(), is_before);
    for (const Block& block : blocks) {
        const Placed& found =
            *std::lower_bound(placed.begin(), placed.end(), Placed{block, {}, 0}, is_before);
        places_.push_back(found.place);
        in_rows_.push_back(found.in_rows);
    }
}

Window Patches::window(int number, int x, int y, int nx, int ny) const {
    const Extent& extent = patch(number).extent;
    return {begin_[static_cast<std::size_t>(number)] + extent.index(x, y), extent.pitch(),
            extent.size(), nx, ny};
}

Window Patches::window_of_block(int block, int x, int y, int nx, int ny) const {
    const Place& at = place(block);
    return window(at.patch, at.x + x, at.y + y, nx, ny);
}

void Patches::find_shocks(int cells_of_block) {
    for (Patch& patch : patches_) {
        patch.steep = 0;
    }
    steep_.clear();
    for (std::size_t b = 0; b < places_.size(); ++b) {
        const Window window =
            window_of_block(static_cast<int>(b), 0, 0, cells_of_block, cells_of_block);
        steep_.push_back(steep_cells(window, storage(MeshPort::solution)));
        patches_[static_cast<std::size_t>(places_[b].patch)].steep += steep_.back();
    }
}

int Patches::faces(const Patch& patch, Side side) noexcept {
    return side == Side::x_low || side == Side::x_high ? patch.extent.ny : patch.extent.nx;
}

std::ptrdiff_t Patches::side_flux(int number, Side side, int along) const {
    return begin_of_sides_[static_cast<std::size_t>(number)][static_cast<std::size_t>(side)] +
           along;
}

SideFluxes Patches::side_fluxes(int number) {
    SideFluxes fluxes;
    for (const Side side : all_sides) {
        fluxes.side[static_cast<std::size_t>(side)] = sides_.data() + side_flux(number, side, 0);
    }
    return fluxes;
}

void Patches::clear_side_fluxes() {
    std::fill(sides_.begin(), sides_.end(), 0.0);
}

void Patches::allocate(MeshPort::Field field, Memory memory) {
    memory.clear(); // else a resize would copy what it had
    memory.resize(elements_);
    fields_[static_cast<std::size_t>(field)] = std::move(memory);
}

Patches::Memory Patches::release(MeshPort::Field field) {
    return std::exchange(fields_[static_cast<std::size_t>(field)], {});
}

} // namespace hydro::amr
