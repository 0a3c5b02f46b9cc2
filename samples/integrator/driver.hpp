#pragma once

#include "options.hpp"

namespace integration {

// Integrates every known function with both integrators and prints each result with its error.
// Returns whether every error is within the bound that theory gives.
bool run(const Options& options);

} // namespace integration
