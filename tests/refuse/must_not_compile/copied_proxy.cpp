// A proxy may own its target: it is not copied.
// uses: targets
// expect: deleted function|deleted constructor|implicitly.deleted
#include "targets.proxy.hpp"

int twice(const proxima::Proxy<targets::Port>& proxy) {
#ifdef CORRECT
    const proxima::Proxy<targets::Port>& copy = proxy;
#else
    const proxima::Proxy<targets::Port> copy = proxy;
#endif
    return copy.value();
}
