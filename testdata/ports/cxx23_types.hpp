/// Signatures of C++23: expected, a subscript with two indices, a size literal.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

namespace newest {

class Matrix {
public:
    virtual ~Matrix() = default;
    virtual std::expected<double, std::string> at(std::size_t row,
                                                  std::size_t column = 0uz) const = 0;
    virtual double& operator[](std::size_t row, std::size_t column) = 0;
};

} // namespace newest
