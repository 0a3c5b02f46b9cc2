// What the system may refuse: memory, keys of threads, calls that signals interrupt. Takes the
// place of what refuses, in the whole program.
#include "port.hpp"
#include "scenario.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <future>
#include <limits>
#include <new>
#include <pthread.h>
#include <thread>

namespace {

constexpr long never = std::numeric_limits<long>::max();
std::atomic<long> allocations_left = never; // of this many the last one fails
std::atomic<bool> refused = false;
std::atomic<int> interruptions = 0;

[[maybe_unused]] void* allocate(std::size_t size, std::size_t alignment) {
    if (allocations_left.load(std::memory_order_relaxed) != never && --allocations_left == 0) {
        allocations_left = never;
        refused = true;
        throw std::bad_alloc();
    }
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

} // namespace

#ifndef PROXIMA_TEST_MEMORY_IS_NOT_SCARCE
void* operator new(std::size_t size) {
    return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
#endif

extern "C" int posix_fallocate(int file, off_t offset, off_t size) {
    if (interruptions.fetch_sub(1) > 0) {
        return EINTR;
    }
    using Real = int (*)(int, off_t, off_t);
    static const auto real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "posix_fallocate"));
    return real(file, offset, size);
}

namespace scenario {

namespace {

constexpr int instances = 12; // more than a node keeps in its list

// Every allocation that new paths need fails once, each in a new thread (with a lane that another
// left); the same paths are called again afterwards.
int scarce_memory(const Arguments&) {
    Function target;
    std::vector<std::unique_ptr<Proxy>> proxies;
    for (int i = 0; i < instances; ++i) {
        proxies.push_back(std::make_unique<Proxy>(target, "inner" + std::to_string(i)));
    }
    int calls = 0;
    Function around([&](int n) {
        for (const auto& proxy : proxies) {
            calls += proxy->call(1);
        }
        return n;
    });
    bool failed = true;
    for (long count = 1; failed; ++count) {
        Proxy outer(around, "outer" + std::to_string(count));
        outer.nothing(); // attached, so that it is the path's memory that is scarce
        refused = false;
        allocations_left = count;
        outer.call(0);
        allocations_left = never;
        failed = refused;
        for (int i = 0; i < 5000; ++i) {
            outer.call(0); // often enough for the columns to be emptied
        }
    }
    return calls % instances;
}

// Memory is scarce while a thread gets a lane; all stay until the last has got one, so that each
// needs a new one.
int scarce_memory_for_threads(const Arguments&) {
    Function target;
    Proxy proxy(target, "scarce");
    proxy.call(0);
    std::promise<void> end;
    const std::shared_future<void> ended = end.get_future().share();
    std::vector<std::thread> threads;
    bool failed = true;
    for (long count = 1; failed; ++count) {
        std::promise<void> called;
        threads.emplace_back([&] {
            refused = false;
            allocations_left = count;
            proxy.call(0);
            allocations_left = never;
            failed = refused;
            proxy.call(0);
            called.set_value();
            ended.wait();
        });
        called.get_future().wait();
    }
    end.set_value();
    for (std::thread& thread : threads) {
        thread.join();
    }
    return 0;
}

int interrupted_reservation(const Arguments&) {
    Function target;
    Proxy proxy(target, "interrupted");
    interruptions = 3;
    return proxy.call(0);
}

// The application has taken all keys, and relies on its first.
int no_keys(const Arguments&) {
    Function target;
    Proxy proxy(target, "keyless");
    static int mine = 0;
    std::vector<pthread_key_t> keys;
    pthread_key_t key{};
    while (pthread_key_create(&key, nullptr) == 0) {
        pthread_setspecific(key, &mine);
        keys.push_back(key);
    }
    proxy.call(0);
    std::thread([&] { proxy.call(0); }).join();
    for (const pthread_key_t taken : keys) {
        if (pthread_getspecific(taken) != &mine) {
            return 1;
        }
    }
    return pthread_getspecific(0) == nullptr || pthread_getspecific(0) == &mine ? 0 : 1;
}

} // namespace

void add_scarcity(Scenarios& scenarios) {
    scenarios["scarce-memory"] = scarce_memory;
    scenarios["scarce-memory-for-threads"] = scarce_memory_for_threads;
    scenarios["interrupted-reservation"] = interrupted_reservation;
    scenarios["no-keys"] = no_keys;
}

} // namespace scenario
