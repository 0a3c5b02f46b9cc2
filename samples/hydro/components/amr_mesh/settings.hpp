// The parameters of the mesh.
#pragma once

#include "forest/grid.hpp"
#include "limits.hpp"

#include <proxima/framework/parameters.hpp>

namespace hydro::amr {

class Settings {
public:
    proxima::framework::ParameterPort& port() noexcept { return parameters_; }

    // The grid, except for its periodicity. Throws framework::Error, which names `instance`, if
    // parameters do not fit together.
    Grid grid(std::string_view instance) const;

    int coarsest() const noexcept { return static_cast<int>(min_level_); }
    const std::string& weights() const noexcept { return weights_; }
    double shock_weight() const noexcept { return shock_weight_; }
    const std::string& costs_of() const noexcept { return costs_of_; }
    int buffer() const noexcept { return static_cast<int>(buffer_); }

private:
    proxima::framework::Parameters parameters_;
    const std::int64_t& blocks_x_ = parameters_.add_int(
        "blocks_x", "root blocks in x, which are at level 0 of the forest", 4, 1, 4096);
    const std::int64_t& blocks_y_ = parameters_.add_int("blocks_y", "root blocks in y", 4, 1, 4096);
    const std::int64_t& block_ = parameters_.add_int(
        "block", "cells along a side of a block, a power of two: what is refined as a whole", 16, 4,
        1024);
    const std::int64_t& min_level_ = parameters_.add_int(
        "min_level", "refinements of a root block that there are everywhere", 0, 0, 20);
    const std::int64_t& max_level_ =
        parameters_.add_int("max_level", "refinements of a root block that there may be", 2, 0, 20);
    const std::int64_t& largest_patch_ = parameters_.add_int(
        "largest_patch", "cells along a side of a patch, at most; blocks are merged into patches",
        256, 4, 65536);
    const double& width_ =
        parameters_.add_real("width", "of the domain, whose low corner is at (0, 0)", 1,
                             smallest_quantity, largest_quantity);
    const double& height_ =
        parameters_.add_real("height", "of the domain", 1, smallest_quantity, largest_quantity);
    const std::int64_t& buffer_ = parameters_.add_int(
        "buffer", "layers of blocks around those to be refined that are refined with them", 1, 0,
        16);
    const std::string& weights_ = parameters_.add_choice(
        "weights", "of blocks in the load balance: equal, by shock_weight, or by port `costs`",
        "equal", {"equal", "hand", "fitted"});
    const double& shock_weight_ = parameters_.add_real(
        "shock_weight", "of a cell at a shock, added to that of any cell, which is 1", 0, 0, 1e6);
    const std::string& costs_of_ =
        parameters_.add_string("costs_of", "method whose costs, by Q and steep, are the weights",
                               "inviscid_flux.evaluate");
};

} // namespace hydro::amr
