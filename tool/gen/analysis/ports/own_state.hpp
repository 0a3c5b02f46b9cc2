// Finds methods and data members that use the proxy's own base object instead of the target.
#pragma once

#include "analysis/classes/ancestors.hpp"
#include "analysis/classes/virtual_methods.hpp"
#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace proxima::gen {

// Notes non-virtual methods of the port. Refuses it if its own members may change results, unless
// the configuration sets or accepts them. The port's methods were read from `methods`.
void read_own_state(const std::vector<Ancestor>& classes, const std::vector<VirtualMethod>& methods,
                    const PortOptions* options, PortClass& port);

} // namespace proxima::gen
