// calls: power 1
// calls: turn 1
// calls: press 1
#include "nested_class_port.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using engine::Vehicle;

namespace {

class Diesel : public Vehicle::Motor {
public:
    int power(int throttle) override { return 3 * throttle; }
};

class Steel : public Vehicle::Chassis::Wheel {
public:
    double turn(double angle, Vehicle::Chassis::Gear gear) override {
        return gear == Vehicle::Chassis::Gear::low ? angle : 2 * angle;
    }
};

class Disc : public Vehicle::Brake {
public:
    bool press(const Vehicle& vehicle) override { return vehicle.wheels == 4; }
};

void script(Vehicle::Motor& motor, Vehicle::Chassis::Wheel& wheel, Vehicle::Brake& brake) {
    note(motor.power(5), wheel.turn(0.5, Vehicle::Chassis::Gear::high), brake.press(Vehicle()));
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Diesel motor;
            Steel wheel;
            Disc brake;
            script(motor, wheel, brake);
        },
        [] {
            Diesel motor;
            Steel wheel;
            Disc brake;
            proxima::Proxy<Vehicle::Motor> motor_proxy{motor, "motor"};
            proxima::Proxy<Vehicle::Chassis::Wheel> wheel_proxy{wheel, "wheel"};
            proxima::Proxy<Vehicle::Brake> brake_proxy{brake, "brake"};
            script(motor_proxy, wheel_proxy, brake_proxy);
        });
}
