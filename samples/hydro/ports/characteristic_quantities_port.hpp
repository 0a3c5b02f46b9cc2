#pragma once

#include "patch.hpp"

#include <proxima/framework/port.hpp>

namespace hydro {

// The equation of state over conserved variables: a perfect gas.
class CharacteristicQuantitiesPort : public virtual proxima::framework::Port {
public:
    // The ratio of specific heats.
    virtual double gamma() const = 0;

    // Primitive variables of all cells, ghosts included.
    virtual void to_primitive(const Extent& extent, const double* conserved, double* primitive) = 0;

    // The largest (|u| + c) / dx + (|v| + c) / dy over the interior: how many cells a wave crosses
    // in unit time. Infinity if a cell has no state any more.
    virtual double largest_rate(const Patch& patch, const double* conserved) = 0;
};

} // namespace hydro
