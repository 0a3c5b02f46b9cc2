// calls: get 1
// calls: put 1
#include "completed_by_prelude.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;

namespace {

class Shelf : public opaque::Store {
public:
    opaque::Value get(int index) const override { return opaque::Value(2 * index); }
    int put(opaque::Value value, std::unique_ptr<opaque::Part> part) override {
        return value.number() + part->weight;
    }
};

void script(opaque::Store& port) {
    note(port.get(3).number(), port.put(opaque::Value(4), std::make_unique<opaque::Part>()));
}

} // namespace

int main() {
    return construct::same_behaviour<opaque::Store, Shelf, proxima::Proxy<opaque::Store>>(script);
}
