#pragma once

#include "function.hpp"

namespace integration {

// 2x + 1
class Linear final : public Function {
public:
    double evaluate(double x) const override;
};

// 4 / (1 + x^2), whose integral over [0, 1] is pi
class Pi final : public Function {
public:
    double evaluate(double x) const override;
};

// sin(x)
class Sine final : public Function {
public:
    double evaluate(double x) const override;
};

// exp(-x^2)
class Gaussian final : public Function {
public:
    double evaluate(double x) const override;
};

} // namespace integration
