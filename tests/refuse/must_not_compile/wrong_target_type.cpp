// The target must be the port, or hold it.
// uses: targets
// expect: no matching (function|constructor)
// expect: Proxy
#include "targets.proxy.hpp"

struct Other {
    int value() const { return 1; }
};

#ifdef CORRECT
int measure(targets::Port& target) {
#else
int measure(Other& target) {
#endif
    const proxima::Proxy<targets::Port> proxy(target, "target");
    return proxy.value();
}
