#pragma once

namespace integration {

// A real function of one variable.
class Function {
public:
    Function() = default;
    Function(const Function&) = delete;
    Function& operator=(const Function&) = delete;
    virtual ~Function() = default;

    virtual double evaluate(double x) const = 0;
};

} // namespace integration
