/// \file
/// A mesh of one level on one process: a grid of equal patches. For tests and benchmarks of what
/// works on patches.
#pragma once

#include "boundary_conditions_port.hpp"
#include "initial_condition_port.hpp"
#include "mesh_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <array>
#include <vector>

namespace hydro::test {

class UniformMesh final : public proxima::framework::Component, public MeshPort {
public:
    void set_services(proxima::framework::Services& services) override;

    void initialize() override;
    int rank() const override { return 0; }
    int ranks() const override { return 1; }
    int levels() const override { return 1; }
    int patches() const override { return static_cast<int>(members_.size()); }
    const Patch& patch(int number) const override { return at(number).patch; }
    double* array(Field field, int number) override;
    SideFluxes side_fluxes(int) override { return {}; }
    void update_ghosts(int level, Field field) override;
    std::int64_t ghost_bytes(int) const override { return 0; }
    void clear_side_fluxes() override {}
    void reflux() override {}
    MeshChange regrid() override { return {}; }
    MeshChange balance() override { return {}; }
    double minimum(double value) const override { return value; }
    double maximum(double value) const override { return value; }
    void sum_over_blocks(double* values, int count) const override;
    int block() const override { return static_cast<int>(block_); }
    std::int64_t cells() const override { return nx_ * ny_; }
    double width() const override { return width_; }
    double height() const override { return height_; }
    void sample_density(int, int, float*) const override {}

private:
    struct Member {
        Patch patch;
        std::array<std::vector<double>, fields> arrays;
    };

    const Member& at(int number) const { return members_[static_cast<std::size_t>(number)]; }
    Member& at(int number) { return members_[static_cast<std::size_t>(number)]; }

    /// The element of `field` that has the cell (x, y) of the mesh, in plane 0; its plane is that
    /// of any other patch.
    const double* cell(Field field, int x, int y) const;
    void copy_from_neighbours(Member& member, Field field);

    proxima::framework::Services* services_ = nullptr;
    proxima::framework::Parameters parameters_;
    const std::int64_t& nx_ = parameters_.add_int("nx", "cells", 64, 1);
    const std::int64_t& ny_ = parameters_.add_int("ny", "cells", 64, 1);
    const std::int64_t& patches_x_ = parameters_.add_int("patches_x", "patches", 1, 1);
    const std::int64_t& patches_y_ = parameters_.add_int("patches_y", "patches", 1, 1);
    const std::int64_t& block_ = parameters_.add_int("block", "cells along a block", 4, 1);
    const double& width_ = parameters_.add_real("width", "of the domain", 1.0);
    const double& height_ = parameters_.add_real("height", "of the domain", 1.0);

    bool periodic_x_ = false;
    bool periodic_y_ = false;
    std::vector<Member> members_;
};

} // namespace hydro::test
