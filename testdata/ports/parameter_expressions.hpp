/// Parameters by expression: what a user knows about the arguments, read from them before the call.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace expressions {

struct Matrix {
    int rows, columns;
};

class Port {
public:
    virtual ~Port() = default;
    virtual double apply(const Matrix& matrix, const double* values, int count) = 0;
    virtual double apply(std::unique_ptr<Matrix> matrix) = 0;
    virtual int silent(int a) = 0;
    virtual int unnamed(const std::vector<Matrix>&, int) = 0;
    virtual int size() const = 0;
};

} // namespace expressions
