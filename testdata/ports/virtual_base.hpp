/// Virtual bases without a default constructor are initialised by the most derived class, which is
/// the proxy.
#pragma once

#include <string>
#include <utility>

namespace observe {

class Named {
public:
    Named(std::string name, int priority) : name_(std::move(name)), priority_(priority) {}
    virtual ~Named() = default;
    const std::string& name() const { return name_; }
    int priority() const { return priority_; }

private:
    std::string name_;
    int priority_;
};

class Sensor : public virtual Named {
public:
    Sensor() : Named("sensor", 0) {}
    virtual double measure() = 0;
};

class Actuator : public virtual Named {
public:
    Actuator() : Named("actuator", 0) {}
    virtual void set(double value) = 0;
};

class Controller : public Sensor, public Actuator {
public:
    Controller() : Named("controller", 0) {}
    virtual double error() const = 0;
};

} // namespace observe
