// calls: self 1
// calls: clone 1
// calls: outer 1
// calls: inner 0
// calls: same 1
#include "self_call.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using identity::Component;

namespace {

class Part : public Component {
public:
    Component& self() override { return *this; }
    std::unique_ptr<Component> clone() const override { return std::make_unique<Part>(*this); }
    int outer(int depth) override { return inner(depth) + 1; }
    int inner(int depth) override { return 2 * depth; }
    bool same(const Component& other) const override { return &other == this; }
};

void script(Component& port) {
    note(dynamic_cast<Part*>(&port.self()) != nullptr,
         dynamic_cast<Part*>(port.clone().get()) != nullptr);
    note(port.outer(4));
    Component& real = proxima::unwrap(port);
    note(dynamic_cast<Part*>(&real) != nullptr, port.same(real));
}

} // namespace

int main() {
    Part part;
    proxima::Proxy<Component> inner{part, "inner"};
    proxima::Proxy<Component> outer{inner, "outer"};
    CHECK(&proxima::unwrap<Component>(part) == &part);
    CHECK(&proxima::unwrap<Component>(inner) == &part);
    CHECK(&inner.proxima_target() == &part);
    CHECK(&outer.proxima_target() == &inner);
    const Component& constant = inner;
    CHECK(&proxima::unwrap(constant) == &part);
    return construct::same_behaviour<Component, Part, proxima::Proxy<Component>>(script);
}
