/// \file
/// Looks at all cells of a mesh at once, wherever they are.
#pragma once

#include "hierarchy.hpp"

#include <array>
#include <vector>

namespace hydro::amr::test {

struct Cell {
    int level = 0;
    int x = 0; // counted over the whole domain
    int y = 0;
    std::array<double, variables> values{};

    friend bool operator==(const Cell& a, const Cell& b) {
        return a.level == b.level && a.x == b.x && a.y == b.y && a.values == b.values;
    }
};

/// The cells of all ranks on rank 0, in order of level, y, x; with their ghosts if `layers` is not
/// 0.
std::vector<Cell> all_cells(const Hierarchy& mesh, int layers = 0);

/// Of a variable over the domain, by cell area; the same on all ranks.
double integral(const Hierarchy& mesh, int variable = 0);

/// Sets every element of a field, so that what nobody fills is seen.
void poison(Hierarchy& mesh, MeshPort::Field field);

/// A mesh of `levels` levels, refined along a circle, with a function's values.
void refine_along_circle(Hierarchy& mesh, double x, double y, double radius,
                         double (*function)(int, double, double), BoundaryConditionsPort& boundary);

} // namespace hydro::amr::test
