// A port without a default constructor needs its arguments.
// uses: no_default_constructor
// expect: no matching (function|constructor)
#include "no_default_constructor.proxy.hpp"

int store(storage::Archive& target) {
#ifdef CORRECT
    proxima::Proxy<storage::Archive> proxy(target, "archive", "/dev/tape");
#else
    proxima::Proxy<storage::Archive> proxy(target, "archive");
#endif
    return proxy.store(1);
}
