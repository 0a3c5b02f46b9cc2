// The port's methods may change the target: a constant one can not be measured.
// uses: targets
// expect: no matching (function|constructor)
#include "targets.proxy.hpp"

#ifdef CORRECT
int measure(targets::Port& target) {
#else
int measure(const targets::Port& target) {
#endif
    const proxima::Proxy<targets::Port> proxy(target, "target");
    return proxy.value();
}
