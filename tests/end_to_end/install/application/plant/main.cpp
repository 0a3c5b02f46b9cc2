#include "gauge.proxy.hpp"
#include "pump.proxy.hpp"
#include "valve.proxy.hpp"

namespace {

struct Lift : Pump {
    int lift(int litres) override { return litres + 1; }
};

struct Level : Gauge {
    int read() const override { return 7; }
};

} // namespace

int main() {
    proxima::Proxy<Pump> pump{std::make_unique<Lift>(), "pump"};
    proxima::Proxy<Gauge> gauge{std::make_unique<Level>(), "gauge"};
    proxima::Proxy<Valve> valve{make_valve(), "valve"};
    return pump.lift(1) + gauge.read() + valve.open(90) == 2 + 7 + 45 ? 0 : 1;
}
