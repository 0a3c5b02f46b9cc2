/// Constants and aliases from an anonymous namespace in the signatures of a port.
#pragma once

#include <array>

namespace kernel {

namespace {
constexpr int dimension = 3;
enum { blocks = 2 };
using Vector = std::array<double, dimension>;
} // namespace

class Kernel {
public:
    virtual ~Kernel() = default;
    virtual double apply(const Vector& x, const std::array<Vector, blocks>& y) = 0;
    virtual int cells(int (&sizes)[dimension]) const = 0;
};

} // namespace kernel
