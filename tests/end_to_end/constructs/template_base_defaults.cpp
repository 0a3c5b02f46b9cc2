// calls: sum 1
// calls: extent 1
// calls: scale 1
#include "template_base_defaults.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

using Port = grid::Scaled<int>;

class Target : public Port {
public:
    int sum(const std::array<grid::Plain<int>, 3>& cells) const override {
        return cells[0].value + cells[1].value + cells[2].value;
    }
    int extent(const int (&lengths)[4]) const override { return lengths[3]; }
    int scale() const override { return 5; }
};

void script(Port& port) {
    const int lengths[] = {1, 2, 3, 4};
    note(port.sum({{{1}, {20}, {300}}}), port.extent(lengths), port.scale());
}

} // namespace

int main() {
    return construct::same_behaviour<Port, Target, proxima::Proxy<Port>>(script);
}
