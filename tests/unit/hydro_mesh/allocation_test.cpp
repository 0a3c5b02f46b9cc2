/// \file
/// What is done in every step works on memory that it has.

#include "fake_ports.hpp"
#include "fields.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {

std::size_t allocations = 0;

} // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace hydro::amr::test {
namespace {

TEST(Allocation, NoneInAStep) {
    Grid grid;
    grid.columns = grid.rows = 3;
    grid.levels = 3;
    grid.block = 8;
    NearestBoundary boundary;
    LimitedInterpolation interpolation;
    Hierarchy mesh(MPI_COMM_WORLD, grid);
    refine_along_circle(mesh, 0.4, 0.4, 0.3, waves, boundary);
    const std::size_t before = allocations;
    for (int level = 0; level < grid.levels; ++level) {
        mesh.update_ghosts(level, MeshPort::stage, interpolation, boundary);
    }
    mesh.patches().clear_side_fluxes();
    mesh.reflux();
    EXPECT_EQ(allocations, before);
    EXPECT_GT(before, 0U);
}

} // namespace
} // namespace hydro::amr::test
