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
    // Notes how A has laid out the data that B reads.
    virtual void lay_out(bool by_columns) = 0;
    virtual bool is_by_columns() = 0;
};

} // namespace validation
