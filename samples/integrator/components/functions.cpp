#include "functions.hpp"

#include <cmath>

namespace integration {

double Linear::evaluate(double x) const {
    return 2.0 * x + 1.0;
}

double Pi::evaluate(double x) const {
    return 4.0 / (1.0 + x * x);
}

double Sine::evaluate(double x) const {
    return std::sin(x);
}

double Gaussian::evaluate(double x) const {
    return std::exp(-x * x);
}

} // namespace integration
