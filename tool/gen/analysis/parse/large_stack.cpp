#include "analysis/parse/large_stack.hpp"

#include <cstddef>
#include <pthread.h>

namespace proxima::gen {
namespace {

void* run(void* work) {
    (*static_cast<const std::function<void()>*>(work))();
    return nullptr;
}

} // namespace

void run_on_large_stack(const std::function<void()>& work) {
    constexpr std::size_t stack_size = std::size_t{256} << 20U; // unused pages take no memory
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, stack_size);
    pthread_t thread{};
    void* argument = const_cast<std::function<void()>*>(&work);
    const bool started = ::pthread_create(&thread, &attributes, run, argument) == 0;
    ::pthread_attr_destroy(&attributes);
    if (started) {
        ::pthread_join(thread, nullptr);
    } else {
        work(); // address space is short
    }
}

} // namespace proxima::gen
