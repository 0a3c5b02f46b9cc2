// Where proxies go: each function has one usual case.
#include "instruments.proxy.hpp"
#include "service.proxy.hpp"

#include <cstdio>
#include <memory>
#include <typeinfo>

namespace {

struct Sum : Listener {
    void on_value(double value) override { total += value; }
    double total = 0;
};

struct Doubler : Service {
    int call(int request) override { return 2 * request; }
};

// A smart pointer is replaced by one to a proxy, which owns what the pointer owned.
double replace_smart_pointers() {
    std::unique_ptr<Sensor> sensor = open_rack()->make_sensor(2);
    sensor = std::make_unique<proxima::Proxy<Sensor>>(std::move(sensor), "unique");

    std::shared_ptr<Sensor> shared = open_rack()->make_sensor(3);
    shared = std::make_shared<proxima::Proxy<Sensor>>(shared, "shared");

    return sensor->read(1) + shared->read(1);
}

// Who deletes the proxy, deletes the target.
void give_away_raw_pointer() {
    std::unique_ptr<Sensor> sensor{new_sensor()};
    poll_and_delete(new proxima::Proxy<Sensor>{std::move(sensor), "given"}, 4);
}

// With "after" in proxies.json, what the factory makes is measured in place as cheap.make_device.
double measure_what_a_factory_makes() {
    proxima::Proxy<Rack> rack{open_rack(), "cheap"};
    const std::unique_ptr<Device> device = rack.make_device();
    advance(*device, 10);
    return device->time();
}

// A library calls back through the proxy of an object of yours.
double measure_callbacks(Sensor& sensor) {
    Sum sum;
    proxima::Proxy<Listener> listener{sum, "listener"};
    poll(sensor, 3, listener);
    return sum.total;
}

// With "in_place" in proxies.json there is no proxy: the library's own object is measured.
double measure_in_place() {
    Device device;
    const proxima::InPlace handle = proxima::measure(device, "device");
    advance(device, 6);
    return device.time();
}

int measure_generated_service() {
    proxima::Proxy<Service> service{std::make_unique<Doubler>(), "service"};
    return service.call(21);
}

// Code that needs the concrete type or the identity asks for the object behind the proxy.
bool is_behind_proxy(Listener& listener) {
    return typeid(proxima::unwrap(listener)) == typeid(Sum);
}

} // namespace

int main() {
    const std::unique_ptr<Sensor> sensor = open_rack()->make_sensor(1);
    Sum sum;
    proxima::Proxy<Listener> listener{sum, "unwrapped"};
    give_away_raw_pointer();
    const bool right = replace_smart_pointers() == 5 && measure_what_a_factory_makes() == 5 &&
                       measure_callbacks(*sensor) == 3 && measure_in_place() == 3 &&
                       measure_generated_service() == 42 && is_behind_proxy(listener);
    std::printf("all recipes %s\n", right ? "work" : "FAIL");
    return right ? 0 : 1;
}
