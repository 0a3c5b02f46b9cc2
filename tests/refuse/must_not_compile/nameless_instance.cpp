// An instance has a name.
// uses: targets
// expect: no matching (function|constructor)
#include "targets.proxy.hpp"

int measure(targets::Port& target) {
#ifdef CORRECT
    const proxima::Proxy<targets::Port> proxy(target, "target");
#else
    const proxima::Proxy<targets::Port> proxy(target);
#endif
    return proxy.value();
}
