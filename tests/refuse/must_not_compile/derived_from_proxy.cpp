// A proxy is final: nobody depends on how it is made.
// uses: targets
// expect: final
#include "targets.proxy.hpp"

#ifdef CORRECT
using Base = targets::Port;
#else
using Base = proxima::Proxy<targets::Port>;
#endif

struct Derived : Base {
    using Base::Base;
};
