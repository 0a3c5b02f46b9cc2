/// Several ports in one header, of which one is abstract only by inheritance and one is not
/// abstract at all.
#pragma once

namespace suite {

class Function {
public:
    virtual ~Function() = default;
    virtual double evaluate(double x) = 0;
};

class Smooth : public Function {
public:
    virtual double derivative(double) { return 0; }
};

class Constant : public Function {
public:
    double evaluate(double) override { return 1; }
};

class Integrator {
public:
    virtual ~Integrator() = default;
    virtual double integrate(Function& function, double low, double high, int steps) = 0;
};

} // namespace suite
