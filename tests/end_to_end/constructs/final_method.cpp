// calls: step 5
// calls: order 0
// treatment: timestep::CheckedIntegrator order kept
// treatment: timestep::CheckedIntegrator step measured
#include "final_method.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class RungeKutta : public timestep::CheckedIntegrator {
public:
    double step(double dt) override { return dt; }
};

void script(timestep::CheckedIntegrator& port) {
    note(port.order(), port.run(4, 0.5), port.step(1), timestep::CheckedIntegrator::count());
}

} // namespace

int main() {
    return construct::same_behaviour<timestep::CheckedIntegrator, RungeKutta,
                                     proxima::Proxy<timestep::CheckedIntegrator>>(script);
}
