// [[nodiscard]] counts on the proxy as it does on the port.
// uses: nodiscard_method
// expect: nodiscard
#include "nodiscard_method.proxy.hpp"

int read(proxima::Proxy<parse::Parser>& proxy) {
#ifdef CORRECT
    return proxy.parse("5");
#else
    proxy.parse("5");
    return 0;
#endif
}
