// calls: step 1
// calls: finish 1
// calls: phase 1
// calls: name 1
#include "protected_types.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Doubler : public codec::Encoder {
public:
    std::string name() const override { return "doubler"; }

protected:
    void step(State& state) override { state.value *= 2; }
    Pointer finish(const State& state, Pointer result) override {
        result->value = state.value + 1;
        return result;
    }
    Phase phase(const State& state) const override { return state.phase; }
};

void script(codec::Encoder& port) {
    note(port.run(20), port.ended(1), port.name());
}

} // namespace

int main() {
    return construct::same_behaviour<codec::Encoder, Doubler, proxima::Proxy<codec::Encoder>>(
        script);
}
