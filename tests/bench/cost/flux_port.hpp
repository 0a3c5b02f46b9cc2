// The ports whose calls are timed: one through a proxy, one in place.
#pragma once

namespace bench {

class FluxPort {
public:
    FluxPort() = default;
    FluxPort(const FluxPort&) = delete;
    FluxPort& operator=(const FluxPort&) = delete;
    virtual ~FluxPort() = default;
    virtual int compute(int n) = 0;
};

class ObjectPort : public FluxPort {};

} // namespace bench
