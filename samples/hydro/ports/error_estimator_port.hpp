#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

enum class Wish : signed char { coarsen = -1, keep = 0, refine = 1 };

// Says where finer cells are needed.
class ErrorEstimatorPort : public virtual proxima::framework::Port {
public:
    // Stores a wish for each block of `block` by `block` cells of the patch (whose size is a
    // multiple of it), row by row. All ghosts must be filled.
    virtual void estimate(const Patch& patch, const double* conserved, int block, Wish* wishes) = 0;
};

} // namespace hydro
