// Limited slopes of a cell, from the differences to its two neighbours.
#pragma once

#include "elementary.hpp"

namespace hydro {

// The smaller difference; 0 at an extremum.
struct Minmod {
    HYDRO_INLINE double operator()(double before, double after) const {
        return nearest_to_zero(smaller(before, after), larger(before, after));
    }
};

// Monotonised central difference: the mean, but at most twice the smaller one; 0 at an extremum.
struct MonotonizedCentral {
    HYDRO_INLINE double operator()(double before, double after) const {
        const double mean = 0.5 * (before + after);
        return nearest_to_zero(smaller(2 * smaller(before, after), mean),
                               larger(2 * larger(before, after), mean));
    }
};

struct Unlimited {
    HYDRO_INLINE double operator()(double before, double after) const {
        return 0.5 * (before + after);
    }
};

} // namespace hydro
