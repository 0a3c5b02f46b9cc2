#include "rate_law.proxy.hpp"

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

class Arrhenius final : public chemistry::RateLaw {
public:
    double rate(double temperature, const std::vector<double>& concentrations) const override {
        return std::exp(-1000.0 / temperature) * concentrations.front();
    }
};

} // namespace

int main() {
    const proxima::Proxy<chemistry::RateLaw> law{std::make_unique<Arrhenius>(), "arrhenius"};
    const chemistry::RateLaw& port = law;
    std::vector<double> concentrations{1.0};
    for (int step = 0; step < 1000; ++step) {
        concentrations.front() -= 1e-3 * port.rate(300.0, concentrations);
    }
    std::printf("%.12f\n", concentrations.front());
    return 0;
}
