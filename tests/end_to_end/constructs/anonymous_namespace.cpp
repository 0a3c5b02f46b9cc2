// calls: apply 1
// calls: cells 1
#include "anonymous_namespace.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Sum : public kernel::Kernel {
public:
    double apply(const std::array<double, 3>& x,
                 const std::array<std::array<double, 3>, 2>& y) override {
        return x[0] + y[1][2];
    }
    int cells(int (&sizes)[3]) const override { return sizes[0] * sizes[1] * sizes[2]; }
};

void script(kernel::Kernel& port) {
    int sizes[3] = {2, 3, 4};
    note(port.apply({1, 2, 3}, {{{{1, 2, 3}}, {{4, 5, 6}}}}), port.cells(sizes));
}

} // namespace

int main() {
    return construct::same_behaviour<kernel::Kernel, Sum, proxima::Proxy<kernel::Kernel>>(script);
}
