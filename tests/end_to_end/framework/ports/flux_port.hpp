#pragma once

#include <proxima/framework/port.hpp>

namespace heat {

class FluxPort : public virtual proxima::framework::Port {
public:
    virtual double compute(int cells, double value) = 0;
};

} // namespace heat
