// The port whose calls the benchmark times.
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

} // namespace bench
