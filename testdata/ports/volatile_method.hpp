/// Methods for volatile objects: registers of a device.
#pragma once

namespace hardware {

class Register {
public:
    virtual ~Register() = default;
    virtual unsigned read() volatile = 0;
    virtual unsigned read() = 0;
    virtual unsigned peek() const volatile = 0;
    virtual void write(unsigned value) volatile = 0;
};

} // namespace hardware
