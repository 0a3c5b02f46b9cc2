// A plug-in that has a port, its proxy and its records to itself.
#include "port.hpp"

extern "C" __attribute__((visibility("default"))) int plugin_call(int n) {
    static scenario::Function target;
    static scenario::Proxy proxy(target, "plugged");
    return proxy.call(n);
}
