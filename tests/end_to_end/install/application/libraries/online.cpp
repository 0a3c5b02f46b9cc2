#include <proxima/online/sensor.hpp>

int main() {
    const auto sensor =
        proxima::online::parse_sensor("flux.compute: mean > 120 us", {"sensors.txt", 1});
    return sensor.limit == 120 ? 0 : 1;
}
