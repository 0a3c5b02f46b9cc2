/// A virtual method that is deleted must be deleted again in every derived class.
#pragma once

namespace safe {

class Handle {
public:
    virtual ~Handle() = default;
    virtual int open(int number) = 0;
    virtual int open(double number) = delete;
    virtual void* operator&() = delete;
};

} // namespace safe
