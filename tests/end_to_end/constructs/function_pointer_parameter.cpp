// calls: find 1
// calls: find_by 1
// calls: observe 1
// calls: call 1
// calls: own 1
// calls: current 1
// calls: select 1
// calls: factory 1
// calls: decay 1
#include "function_pointer_parameter.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

double half(double value) {
    return value / 2;
}
double square(double value) {
    return value * value;
}
void report(int iteration, double value) {
    note("iteration", iteration, value);
}

root::Function choose(int index) {
    return index == 0 ? half : square;
}

class Bisection : public root::Finder {
public:
    double find(double (*function)(double), double low, double high) override {
        return function(low) + function(high);
    }
    double find_by(double (&function)(double), const root::Function& derivative) override {
        return function(8) / derivative(2);
    }
    void observe(root::Callback callback) override { callback(3, 0.5); }
    double call(const std::function<double(const std::array<double, 2>&)>& function) override {
        return function({1, 2});
    }
    double own(std::function<double()>&& function) override {
        const std::function<double()> taken = std::move(function);
        return taken();
    }
    root::Function current() const override { return half; }
    double (*select(int index))(double) override { return choose(index); }
    double (*(*factory())(int))(double) override { return choose; }
    void decay(double function(double)) override { note(function(16)); }
};

void script(root::Finder& port) {
    note(port.find(half, 1, 3), port.find_by(half, square));
    port.observe(report);
    note(port.call([](const std::array<double, 2>& x) { return x[0] + x[1]; }));
    note(port.own([] { return 5.0; }));
    note(port.current()(4), port.select(1)(3), port.factory()(0)(10));
    port.decay(square);
}

} // namespace

int main() {
    return construct::same_behaviour<root::Finder, Bisection, proxima::Proxy<root::Finder>>(script);
}
