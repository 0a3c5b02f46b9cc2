// A port for which nothing was generated has no proxy.
// uses: targets
// expect: Proxy<Unknown>
// expect: incomplete type|implicit instantiation of undefined template|generated
#include "targets.proxy.hpp"

struct Unknown {
    virtual ~Unknown() = default;
    virtual int value() const = 0;
};

#ifdef CORRECT
using Port = targets::Port;
#else
using Port = Unknown;
#endif

int measure(Port& target) {
    const proxima::Proxy<Port> proxy(target, "target");
    return proxy.value();
}
