// A method for temporaries is not callable on a proxy that is not one.
// uses: ref_qualified
// expect: discards qualifiers|is an lvalue
#include "ref_qualified.proxy.hpp"

std::string release(proxima::Proxy<build::Builder>& proxy) {
#ifdef CORRECT
    return static_cast<proxima::Proxy<build::Builder>&&>(proxy).release(1);
#else
    return proxy.release(1);
#endif
}
