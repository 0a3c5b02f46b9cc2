// calls: evaluate 20
// calls: integrate 1
// calls: derivative 1
#include "many_ports.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Square : public suite::Smooth {
public:
    double evaluate(double x) override { return x * x; }
    double derivative(double x) override { return 2 * x; }
};

class Midpoint : public suite::Integrator {
public:
    double integrate(suite::Function& function, double low, double high, int steps) override {
        const double width = (high - low) / steps;
        double sum = 0;
        for (int i = 0; i < steps; ++i)
            sum += function.evaluate(low + (i + 0.5) * width);
        return sum * width;
    }
};

void script(suite::Integrator& integrator, suite::Smooth& function) {
    note(integrator.integrate(function, 0, 1, 20), function.derivative(3));
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Midpoint midpoint;
            Square square;
            script(midpoint, square);
        },
        [] {
            Midpoint midpoint;
            Square square;
            proxima::Proxy<suite::Integrator> integrator{midpoint, "integrator"};
            proxima::Proxy<suite::Smooth> function{square, "function"};
            script(integrator, function);
        });
}
