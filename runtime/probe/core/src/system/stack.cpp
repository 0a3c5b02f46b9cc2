#include "system/stack.hpp"

#include <pthread.h>

namespace proxima::detail {

Stack own_stack() noexcept {
    Stack stack;
#ifdef __GLIBC__
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
        return stack;
    }
    void* low = nullptr;
    std::size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
        stack = {reinterpret_cast<std::uintptr_t>(low), bytes};
    }
    pthread_attr_destroy(&attributes);
#endif
    return stack;
}

} // namespace proxima::detail
