#include "proxy_component.hpp"

#include <proxima/framework/go_port.hpp>
#include <proxima/invocation.hpp>

namespace proxima {
namespace {

MethodInfo<> go_record{"go", "virtual int go()", "proxima/framework/go_port.hpp"};
Method* const go_methods[] = {&go_record};
PortInfo go_port{"proxima::framework::GoPort", go_methods, 1};

} // namespace

template <>
class Proxy<framework::GoPort> final : public framework::GoPort {
public:
    Proxy(framework::GoPort& target, const InstanceName& name)
        : target_(target), instance_(go_port, name) {}

    int go() override {
        if (!go_record.active()) {
            return target_.go();
        }
        const StackMark mark;
        const Invocation<> invocation(mark, go_record, instance_.site(0));
        return target_.go();
    }

private:
    framework::GoPort& target_;
    Instance instance_;
};

namespace framework {

const ProxyFactory& go_proxy_factory() {
    static const ProxyFactory factory = proxy_factories<GoPort>().front();
    return factory;
}

} // namespace framework
} // namespace proxima
