// Operations that fill ghosts, as lists of rectangles made once for a mesh.
#pragma once

#include <interpolation_port.hpp>
#include <vector>

namespace hydro::amr {

struct Operations {
    std::vector<Transfer> copies;
    std::vector<Transfer> restrictions;
    std::vector<Transfer> prolongations;

    void run(InterpolationPort& interpolation, const double* from, double* to) const;
};

// Appends a transfer, or enlarges the last one if this one continues it: patches that touch along
// many blocks share one transfer.
void append(std::vector<Transfer>& transfers, const Transfer& next);

// The rectangle of a window that is stored alone at `at`, with `margin` cells around it.
Window packed(std::ptrdiff_t at, int nx, int ny, int margin) noexcept;

// Number of elements of a window that packed() returns.
constexpr std::ptrdiff_t packed_size(int nx, int ny, int margin) noexcept;

void copy(const Window& to, double* to_values, const Window& from, const double* from_values);

constexpr std::ptrdiff_t packed_size(int nx, int ny, int margin) noexcept {
    return static_cast<std::ptrdiff_t>(variables) * (nx + 2 * margin) * (ny + 2 * margin);
}

} // namespace hydro::amr
