/// A plain port, held in each of the ways a proxy takes its target.
#pragma once

namespace targets {

class Port {
public:
    virtual ~Port() = default;
    virtual int value() const = 0;
};

} // namespace targets
