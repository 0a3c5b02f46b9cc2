// Limits of lengths, densities and pressures in double precision: products of a few of them neither
// overflow nor vanish. Infinity is out of these limits.
#pragma once

namespace hydro {

inline constexpr double smallest_quantity = 1e-30;
inline constexpr double largest_quantity = 1e30;

} // namespace hydro
