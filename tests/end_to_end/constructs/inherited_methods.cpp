// calls: name 1
// calls: version 1
// calls: finish 1
// calls: solve 2
// calls: iterations 1
// calls: tolerance 1
// calls: flux 1
#include "inherited_methods.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Godunov : public hydro::FluxPort {
public:
    std::string name() const override { return "godunov"; }
    int version() const override { return 7; }
    void finish() override { note("finish"); }
    double solve(double right_hand_side) override {
        ++iterations_;
        return right_hand_side / 2;
    }
    int iterations() const override { return iterations_; }
    double tolerance() const override { return 0.25; }
    double flux(double left, double right) override { return left - right; }

private:
    int iterations_ = 0;
};

void script(hydro::FluxPort& port) {
    hydro::Component& component = port;
    hydro::Solver& solver = port;
    note(component.name(), component.version());
    note(solver.solve(3), solver.solve(5));
    note(port.iterations(), port.tolerance(), port.flux(8, 1));
    component.finish();
}

} // namespace

int main() {
    return construct::same_behaviour<hydro::FluxPort, Godunov, proxima::Proxy<hydro::FluxPort>>(
        script);
}
