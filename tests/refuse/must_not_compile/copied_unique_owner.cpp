// An owner that can only be moved must be moved into the proxy.
// uses: targets
// expect: no matching (function|constructor)
#include "targets.proxy.hpp"

#include <memory>
#include <utility>

int measure(std::unique_ptr<targets::Port> target) {
#ifdef CORRECT
    const proxima::Proxy<targets::Port> proxy(std::move(target), "target");
#else
    const proxima::Proxy<targets::Port> proxy(target, "target");
#endif
    return proxy.value();
}
