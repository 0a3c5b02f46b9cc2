// A proxy of a temporary would outlive its target.
// uses: targets
// expect: no matching (function|constructor)
#include "targets.proxy.hpp"

struct Part : targets::Port {
    int value() const override { return 1; }
};

int measure() {
#ifdef CORRECT
    Part part;
    const proxima::Proxy<targets::Port> proxy(part, "part");
#else
    const proxima::Proxy<targets::Port> proxy(Part{}, "part");
#endif
    return proxy.value();
}
