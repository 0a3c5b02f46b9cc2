// Stands for the header of a library: ports, and functions that take and make them.
#pragma once

#include <memory>

class Sensor {
public:
    virtual ~Sensor() = default;
    virtual double read(int channel) = 0;
};

class Listener {
public:
    virtual ~Listener() = default;
    virtual void on_value(double value) = 0;
};

// Has state of its own, which time() reads: a proxy would have another.
class Device {
public:
    virtual ~Device() = default;
    virtual void step(double seconds) { time_ += seconds; }
    double time() const { return time_; }

private:
    double time_ = 0;
};

class Rack {
public:
    virtual ~Rack() = default;
    virtual std::unique_ptr<Sensor> make_sensor(double factor) = 0;
    virtual std::unique_ptr<Device> make_device() = 0;
};

std::unique_ptr<Rack> open_rack();
Sensor* new_sensor();
void poll(Sensor& sensor, int times, Listener& listener);
void poll_and_delete(Sensor* sensor, int times);
void advance(Device& device, int steps);
