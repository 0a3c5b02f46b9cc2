// calls: colour 1
// calls: store 1
#include "unnamed_types.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Target : public nameless::Port {
public:
    int colour(decltype(red) colour, int weight) override { return 10 * colour + weight; }
    int store(const decltype(state)& other) override { return other.value; }
};

void script(nameless::Port& port) {
    decltype(port.state) state;
    state.value = 6;
    note(port.colour(nameless::Port::green, 5), port.store(state));
}

} // namespace

int main() {
    return construct::same_behaviour<nameless::Port, Target, proxima::Proxy<nameless::Port>>(
        script);
}
