// calls: multiply 1
// calls: total 1
// calls: axpy 1
#include "extension_types.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using extended::UnsignedWide;
using extended::Wide;

namespace {

Wide twice(Wide value) {
    return 2 * value;
}

class Target : public extended::Port {
public:
    Wide multiply(Wide a, long long b) override { return a * b; }
    UnsignedWide total(const std::vector<UnsignedWide>& values, Wide (*scale)(Wide)) override {
        return values[0] + static_cast<UnsignedWide>(scale(3));
    }
    void axpy(int n, double a, const double* __restrict x, double* __restrict y) override {
        for (int i = 0; i < n; ++i)
            y[i] += a * x[i];
    }
};

void script(extended::Port& port) {
    const Wide product = port.multiply(static_cast<Wide>(1) << 80, 3);
    note(static_cast<long>(product >> 80), static_cast<long>(port.total({5}, twice)));
    const double x[2] = {1, 2};
    double y[2] = {3, 4};
    port.axpy(2, 10, x, y);
    note(y[0], y[1]);
}

} // namespace

int main() {
    return construct::same_behaviour<extended::Port, Target, proxima::Proxy<extended::Port>>(
        script);
}
