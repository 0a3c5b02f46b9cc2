// calls: measure 1
// calls: set 1
// calls: error 1
#include "virtual_base.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Thermostat : public observe::Controller {
public:
    Thermostat() : Named("thermostat", 9) {}
    double measure() override { return 20 + value_; }
    void set(double value) override { value_ = value; }
    double error() const override { return 0.5; }

private:
    double value_ = 0;
};

void script(observe::Controller& port) {
    observe::Sensor& sensor = port;
    observe::Actuator& actuator = port;
    actuator.set(1.5);
    note(sensor.measure(), port.error(), port.name(), port.priority());
}

} // namespace

int main() {
    return construct::same_behaviour<observe::Controller, Thermostat,
                                     proxima::Proxy<observe::Controller>>(script);
}
