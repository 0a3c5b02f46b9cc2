// calls: go 1
// calls: stop 1
// calls: count 1
#include "conditional_base.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Driver : public ccafe::GoPort {
public:
    int go() override { return 1; }
    int stop(int reason) override { return reason; }
    int count() const override { return 3; }
};

void script(ccafe::GoPort& port) {
    const ccafe::Statistics& statistics = port;
    note(port.go(), port.stop(2), statistics.count());
}

} // namespace

int main() {
    return construct::same_behaviour<ccafe::GoPort, Driver, proxima::Proxy<ccafe::GoPort>>(script);
}
