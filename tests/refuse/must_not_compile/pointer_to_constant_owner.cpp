// What a smart pointer to a constant port gives is not a port that can be called.
// uses: targets
// expect: no matching (function|constructor)
#include "targets.proxy.hpp"

#include <memory>

#ifdef CORRECT
using Pointer = std::shared_ptr<targets::Port>;
#else
using Pointer = std::shared_ptr<const targets::Port>;
#endif

int measure(Pointer target) {
    const proxima::Proxy<targets::Port> proxy(target, "target");
    return proxy.value();
}
