/// Ports nested in classes, also in a struct within a class, and one whose definition follows its
/// class.
#pragma once

namespace engine {

class Vehicle {
public:
    class Motor {
    public:
        virtual ~Motor() = default;
        virtual int power(int throttle) = 0;
    };
    struct Chassis {
        enum class Gear { low, high };
        struct Wheel {
            virtual ~Wheel() = default;
            virtual double turn(double angle, Gear gear) = 0;
        };
    };
    class Brake;
    int wheels = 4;
};

class Vehicle::Brake {
public:
    virtual ~Brake() = default;
    virtual bool press(const Vehicle& vehicle) = 0;
};

} // namespace engine
