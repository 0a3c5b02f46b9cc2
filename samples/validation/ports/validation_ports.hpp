#pragma once

#include "work.hpp"

#include <proxima/framework/port.hpp>

namespace validation {

// Each port takes the time that the model of its implementation gives for x. They differ in type
// only, so that an implementation of A cannot stand in for one of B.

class APort : public virtual proxima::framework::Port {
public:
    virtual Work compute(double x) = 0;
};

class BPort : public virtual proxima::framework::Port {
public:
    virtual Work compute(double x) = 0;
};

class CPort : public virtual proxima::framework::Port {
public:
    virtual Work compute(double x) = 0;
};

class DPort : public virtual proxima::framework::Port {
public:
    virtual Work compute(double x) = 0;
};

} // namespace validation
