#include "instruments.hpp"

namespace {

class Linear : public Sensor {
public:
    explicit Linear(double factor) : factor_(factor) {}
    double read(int channel) override { return factor_ * channel; }

private:
    double factor_;
};

struct LinearRack : Rack {
    std::unique_ptr<Sensor> make_sensor(double factor) override {
        return std::make_unique<Linear>(factor);
    }
    std::unique_ptr<Device> make_device() override { return std::make_unique<Device>(); }
};

} // namespace

std::unique_ptr<Rack> open_rack() {
    return std::make_unique<LinearRack>();
}

Sensor* new_sensor() {
    return new Linear(1);
}

void poll(Sensor& sensor, int times, Listener& listener) {
    for (int i = 0; i < times; ++i) {
        listener.on_value(sensor.read(i));
    }
}

void poll_and_delete(Sensor* sensor, int times) {
    for (int i = 0; i < times; ++i) {
        sensor->read(i);
    }
    delete sensor;
}

void advance(Device& device, int steps) {
    for (int i = 0; i < steps; ++i) {
        device.step(0.5);
    }
}
