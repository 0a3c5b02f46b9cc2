// New threads inherit the call that creates them.
#include "next.hpp"

#include <proxima/detail/regions.hpp>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <pthread.h>

namespace proxima::threads {
namespace {

using Routine = void* (*)(void*);

struct Start {
    Routine routine;
    void* argument;
    detail::Inheritance inheritance;
};

// Lets exceptions through: pthread_exit() and cancellation unwind the stack.
void* begin_thread(void* memory) {
    const Start start = *static_cast<Start*>(memory);
    std::free(memory);
    detail::inherit(start.inheritance);
    return start.routine(start.argument);
}

} // namespace
} // namespace proxima::threads

using namespace proxima::threads;

extern "C" PROXIMA_API int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                          Routine routine, void* argument) noexcept {
    static auto* const next = next_of(&pthread_create, "pthread_create", "libpthread.so.0");
    if (next == nullptr) {
        return EAGAIN;
    }
    const proxima::detail::Inheritance inheritance = proxima::detail::bequeath();
    const bool has_creator = inheritance.creator != nullptr ||
                             inheritance.thread != proxima::detail::Inheritance::no_thread;
    void* const memory = has_creator ? std::malloc(sizeof(Start)) : nullptr;
    if (memory == nullptr) {
        return next(thread, attributes, routine, argument);
    }
    new (memory) Start{routine, argument, inheritance};
    const int error = next(thread, attributes, begin_thread, memory);
    if (error != 0) {
        std::free(memory);
    }
    return error;
}
