// calls: run 1
// calls: state 1
#include "hidden_visibility.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Target : public HiddenPort {
public:
    int run(inner::State& state) override { return ++state.value; }
    inner::State state(const inner::State* from) override { return *from; }
};

void script(HiddenPort& port) {
    inner::State state{4};
    note(port.run(state), port.state(&state).value);
}

} // namespace

int main() {
    return construct::same_behaviour<HiddenPort, Target, proxima::Proxy<HiddenPort>>(script);
}
