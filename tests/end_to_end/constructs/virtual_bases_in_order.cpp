// calls: sum 1
#include "virtual_bases_in_order.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Target : public ordered::Port {
public:
    Target() : First(1), Second(20), Port(300) {}
    int sum() const override { return first + second + own; }
};

void script(ordered::Port& port) {
    note(port.sum(), port.first, port.second, port.own);
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Target target;
            script(target);
        },
        [] {
            Target target;
            proxima::Proxy<ordered::Port> proxy{target, "target", 300};
            script(proxy);
        });
}
