/// `throw()`, the one old exception specification that C++17 still takes.
#pragma once

namespace antique {

class Clock {
public:
    virtual ~Clock() throw() {}
    virtual long ticks() const throw() = 0;
    virtual void set(long ticks) = 0;
};

} // namespace antique
