// A method the port deletes stays deleted on the proxy.
// uses: deleted_virtual
// expect: deleted
#include "deleted_virtual.proxy.hpp"

int open(proxima::Proxy<safe::Handle>& proxy) {
#ifdef CORRECT
    return proxy.open(1);
#else
    return proxy.open(1.5);
#endif
}
