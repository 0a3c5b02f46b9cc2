// Who uses a deprecated method is still warned, although the proxy itself is silent.
// uses: deprecated_method
// expect: deprecated
#include "deprecated_method.proxy.hpp"

int resize(legacy::Window& port, int width) {
#ifdef CORRECT
    return port.mode(legacy::Mode::fast) + width;
#else
    return port.set_size(width);
#endif
}
