// calls: value 1
#include "configured_constructor.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Density : public grid::Field {
public:
    Density() : Field(2, grid::Centring::node) {}
    double value(int cell) const override { return cell + 0.5; }
};

void script(grid::Field& port) {
    note(port.value(3), port.ghosts(), port.centring() == grid::Centring::node);
}

} // namespace

int main() {
    return construct::same_behaviour<grid::Field, Density, proxima::Proxy<grid::Field>>(script);
}
