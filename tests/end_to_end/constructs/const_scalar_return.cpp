// calls: size 1
// calls: name 1
// calls: set 1
// calls: rows 1
#include "const_scalar_return.proxy.hpp"
#include "same_behaviour.hpp"

#pragma GCC diagnostic ignored "-Wignored-qualifiers"

using construct::note;

namespace {

class Target : public habit::Port {
public:
    const int size() const override { return 3; }
    const char* const name() const override { return "target"; }
    const bool set(const double value) override { return value > 0; }
    const double* const* const rows() override { return nullptr; }
};

void script(habit::Port& port) {
    note(port.size(), port.name(), port.set(1.5), port.rows() == nullptr);
}

} // namespace

int main() {
    return construct::same_behaviour<habit::Port, Target, proxima::Proxy<habit::Port>>(script);
}
