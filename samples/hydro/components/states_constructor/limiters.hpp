// Limited slopes of a cell, from the differences to its two neighbours.
#pragma once

#include "elementary.hpp"

namespace hydro {

/// The smaller difference; 0 at an extremum.
struct Minmod {
    HYDRO_INLINE double operator()(double before, double after) const {
        const double less = magnitude(before) < magnitude(after) ? before : after;
        return before * after > 0 ? less : 0.0;
    }
};

/// Monotonised central difference: the mean, but at most twice the smaller one; 0 at an extremum.
struct MonotonizedCentral {
    HYDRO_INLINE double operator()(double before, double after) const {
        const double mean = 0.5 * (before + after);
        const double less = 2 * (magnitude(before) < magnitude(after) ? before : after);
        const double limited = magnitude(mean) < magnitude(less) ? mean : less;
        return before * after > 0 ? limited : 0.0;
    }
};

struct Unlimited {
    HYDRO_INLINE double operator()(double before, double after) const {
        return 0.5 * (before + after);
    }
};

} // namespace hydro
