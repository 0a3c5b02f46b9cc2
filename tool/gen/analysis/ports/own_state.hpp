// Methods and data members that use the proxy's own base object in place of the target.
#pragma once

#include "analysis/classes/ancestors.hpp"
#include "analysis/classes/virtual_methods.hpp"
#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace proxima::gen {

// Notes non-virtual methods and data members of the port, and has public ones copied that the
// configuration wants copied. Refuses the port where this is known to change results, unless the
// configuration accepts it. `methods` are those that the port's methods were read from.
void read_own_state(const std::vector<Ancestor>& classes, const std::vector<VirtualMethod>& methods,
                    const PortOptions* options, PortClass& port);

} // namespace proxima::gen
