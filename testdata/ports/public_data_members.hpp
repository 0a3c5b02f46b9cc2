/// Public data members of a port are the proxy's own; they are copied from the target when the
/// configuration asks.
#pragma once

#include <string>

namespace nurbs {

struct Shape {
    int degree = 0;
    std::string name;
};

struct Curve : Shape {
    virtual ~Curve() = default;
    virtual double at(double u) const = 0;

    double weights[3] = {0, 0, 0};
};

} // namespace nurbs
