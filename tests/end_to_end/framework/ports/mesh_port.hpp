#pragma once

#include <proxima/framework/port.hpp>

namespace heat {

class MeshPort : public virtual proxima::framework::Port {
public:
    virtual int cells() const = 0;
};

} // namespace heat
