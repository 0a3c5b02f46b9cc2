/// The same name, constant and not; top-level const on parameters, which is not part of the
/// signature.
#pragma once

#include <string>

namespace table {

class Column {
public:
    virtual ~Column() = default;
    virtual double& at(int row) = 0;
    virtual const double& at(int row) const = 0;
    virtual int find(const double value, const int from) const = 0;
    virtual int size() const = 0;
};

} // namespace table
