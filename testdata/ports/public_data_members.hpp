/// Public data members of a port are the proxy's own; the configuration can copy them from the
/// target.
#pragma once

#include <string>

namespace nurbs {

struct Shape {
    int degree = 0;
    std::string name;
};

struct Curve : Shape {
    Curve() : closed(0), kind(0) {}
    virtual ~Curve() = default;
    virtual double at(double u) const = 0;

    double weights[3] = {0, 0, 0};
    int knots[2][2] = {{0, 0}, {0, 0}};
    unsigned closed : 1;
    unsigned kind : 3;
    const int dimension = 2;
    static constexpr int limit = 9;
};

} // namespace nurbs
