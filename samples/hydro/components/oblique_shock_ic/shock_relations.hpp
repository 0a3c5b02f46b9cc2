/// \file
/// Rankine and Hugoniot's conditions.
#pragma once

#include <array>
#include <cmath>

namespace hydro {

/// Of a shock into gas at rest whose density and pressure are 1.
inline double speed_of_shock(double mach, double gamma) {
    return mach * std::sqrt(gamma);
}

/// Density, velocities and pressure behind a shock of Mach number `mach` that runs in x into gas at
/// rest whose density and pressure are 1.
inline std::array<double, 4> state_behind_shock(double mach, double gamma) {
    const double square = mach * mach;
    const double density = (gamma + 1) * square / ((gamma - 1) * square + 2);
    const double pressure = 1 + 2 * gamma / (gamma + 1) * (square - 1);
    return {density, speed_of_shock(mach, gamma) * (1 - 1 / density), 0, pressure};
}

} // namespace hydro
