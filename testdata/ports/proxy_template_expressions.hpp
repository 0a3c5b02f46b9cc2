/// Expressions over the arguments of a port template: those that do not depend on a template
/// parameter keep their types.
#pragma once

#include <string>
#include <vector>

namespace sweeps {

enum class Side { left, right };

struct Extent {
    int rows;
    Side side;
    std::string name;
    int area() const { return rows * rows; }
};

template <class Number>
class Kernel {
public:
    enum Order { first = 1, second };

    virtual ~Kernel() = default;
    virtual Number apply(const Extent& extent, const std::vector<Number>& x, Order order) = 0;
};

} // namespace sweeps
