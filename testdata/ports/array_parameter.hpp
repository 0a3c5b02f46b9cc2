/// Arrays: decayed, by reference, behind pointers and typedefs, of several dimensions, and as
/// results.
#pragma once

#include <cstddef>

namespace stencil {

typedef double Matrix[2][2];
using Row = double[3];

class Kernel {
public:
    virtual ~Kernel() = default;
    virtual double decayed(const double values[], std::size_t count) const = 0;
    virtual double sized(double values[3]) = 0;
    virtual double by_reference(double (&values)[3]) = 0;
    virtual double by_constant_reference(const Row& values) const = 0;
    virtual double by_rvalue_reference(double (&&values)[2]) = 0;
    virtual double by_pointer(double (*values)[3]) = 0;
    virtual double two_dimensions(double values[][2], int rows) = 0;
    virtual double matrix(const Matrix& matrix) = 0;
    virtual double pointers(const double* const* rows, double* const (&columns)[2]) = 0;
    virtual double (&row(int index))[3] = 0;
    virtual const double (*rows() const)[3] = 0;
};

} // namespace stencil
