// calls: coefficient 1
// calls: rate 1
// calls: describe 1
// calls: temperature 1
#include "template_instance_base.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Methane : public chem::Combustion {
public:
    int coefficient(Index index) const override { return index + 1; }
    double rate(const double (&concentrations)[2]) const override {
        return concentrations[0] * concentrations[1];
    }
    std::string describe(const chem::Combustion&) const override { return "methane"; }
    double temperature() const override { return 1900; }
};

void script(chem::Combustion& port) {
    const double concentrations[2] = {0.5, 4};
    note(port.coefficient(1), port.rate(concentrations), port.describe(port));
    note(port.temperature());
}

} // namespace

int main() {
    return construct::same_behaviour<chem::Combustion, Methane, proxima::Proxy<chem::Combustion>>(
        script);
}
