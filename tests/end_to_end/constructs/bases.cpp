#include "self_call/self_call.proxy.hpp"
#include "virtual_bases_in_order/virtual_bases_in_order.proxy.hpp"
#include "same_behaviour.hpp"

namespace {

using construct::note;

TEST(Bases, VirtualBasesInOrder) {
    struct Target : ordered::Port {
        Target() : First(1), Second(20), Port(300) {}
        int sum() const override { return first + second + own; }
    };
    Target target;
    const proxima::Proxy<ordered::Port> proxy{target, "target", 300};
    EXPECT_EQ(proxy.sum(), 321);
    EXPECT_EQ(proxy.first + proxy.second + proxy.own, 321);
}

TEST(Bases, SelfCall) {
    using identity::Component;

    struct Part : Component {
        Component& self() override { return *this; }
        std::unique_ptr<Component> clone() const override { return std::make_unique<Part>(*this); }
        int outer(int depth) override { return inner(depth) + 1; }
        int inner(int depth) override { return 2 * depth; }
        bool same(const Component& other) const override { return &other == this; }
    };
    Part part;
    proxima::Proxy<Component> inner{part, "inner"};
    proxima::Proxy<Component> outer{inner, "outer"};
    EXPECT_EQ(&proxima::unwrap<Component>(part), &part);
    EXPECT_EQ(&proxima::unwrap<Component>(inner), &part);
    EXPECT_EQ(&inner.proxima_target(), &part);
    EXPECT_EQ(&outer.proxima_target(), &inner);
    construct::expect_same<Part>(
        +[](Component& port) {
            note(dynamic_cast<Part*>(&port.self()) != nullptr,
                 dynamic_cast<Part*>(port.clone().get()) != nullptr);
            note(port.outer(4));
            Component& real = proxima::unwrap(port);
            note(dynamic_cast<Part*>(&real) != nullptr, port.same(real));
        },
        {{"self", 1}, {"clone", 1}, {"outer", 1}, {"inner", 0}, {"same", 1}});
}

} // namespace
