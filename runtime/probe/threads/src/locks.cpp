// Waiting for locks and threads, with locks=on: a wait inside a measured call is a call of its own.
// A lock that is free is taken without reading the clock.
#include "next.hpp"

#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/invocation.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>

namespace proxima::threads {
namespace {

using Wait = MethodInfo<Text, Text>;

constexpr Parameter parameters[] = {{"lock", "symbol or address", ParameterType::text},
                                    {"holder", "calls", ParameterType::text}};

Wait mutex{"mutex", "int pthread_mutex_lock(pthread_mutex_t *)", "pthread.h", parameters};
Wait reading{"read", "int pthread_rwlock_rdlock(pthread_rwlock_t *)", "pthread.h", parameters};
Wait writing{"write", "int pthread_rwlock_wrlock(pthread_rwlock_t *)", "pthread.h", parameters};
Wait condition{"condition", "int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *)",
               "pthread.h", parameters};
Wait barrier{"barrier", "int pthread_barrier_wait(pthread_barrier_t *)", "pthread.h", parameters};
Wait semaphore{"semaphore", "int sem_wait(sem_t *)", "semaphore.h", parameters};
Wait join{"join", "int pthread_join(pthread_t, void **)", "pthread.h", parameters};
Method* const methods[] = {&mutex, &reading, &writing, &condition, &barrier, &semaphore, &join};
PortInfo port{"proxima::threads::Wait", methods, std::size(methods)};

CallSite site_of(const Wait& method) noexcept {
    static detail::NoDestructor<const Instance> instance(port, "wait");
    std::size_t number = 0;
    while (methods[number] != &method) {
        ++number;
    }
    return instance->site(number);
}

// The exported variable at the address; null: none. Takes no lock of the loader, which another
// thread may hold while it waits for this one.
const char* variable_at([[maybe_unused]] const void* address) noexcept {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
    dl_find_object module{};
    if (_dl_find_object(const_cast<void*>(address), &module) != 0) {
        return nullptr;
    }
    const ElfW(Sym)* symbol = nullptr;
    const char* names = nullptr;
    for (const ElfW(Dyn)* entry = module.dlfo_link_map->l_ld; entry->d_tag != DT_NULL; ++entry) {
        if (entry->d_tag == DT_SYMTAB) {
            symbol = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr); // NOLINT(*-int-to-ptr)
        } else if (entry->d_tag == DT_STRTAB) {
            names = reinterpret_cast<const char*>(entry->d_un.d_ptr); // NOLINT(*-int-to-ptr)
        }
    }
    const auto offset = reinterpret_cast<std::uintptr_t>(address) - module.dlfo_link_map->l_addr;
    // Names follow the symbols, as dladdr() of glibc assumes.
    for (; symbol != nullptr && reinterpret_cast<const char*>(symbol + 1) <= names; ++symbol) {
        if ((symbol->st_info & 0xFU) == STT_OBJECT && symbol->st_shndx != SHN_UNDEF &&
            offset - symbol->st_value < symbol->st_size) {
            return names + symbol->st_name;
        }
    }
#endif
    return nullptr;
}

Text name_of(const void* lock) noexcept {
    if (const char* const name = variable_at(lock)) {
        return Text(name);
    }
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%p", lock);
    return Text(text.data());
}

// A thread that is joined; it may end meanwhile, and has no name then.
Text name_of(pthread_t thread) noexcept {
    const int error = errno;
    std::array<char, 16> text{};
    pthread_getname_np(thread, text.data(), text.size());
    errno = error;
    return Text(text.data());
}

// Returns 0 if the semaphore was free. Keeps errno, as sem_wait() does if it succeeds.
int take_free(sem_t* semaphore) noexcept {
    const int error = errno;
    const bool is_taken = sem_trywait(semaphore) == 0;
    errno = error;
    return is_taken ? 0 : EBUSY;
}

constexpr int unknown = 0; // no thread of the system

// Lets exceptions through: cancellation unwinds the stack.
template <class Lock, class Function>
int measured(const Wait& method, const void* caller, Lock lock, int holder, Function wait) {
    if (detail::is_within_runtime() || detail::innermost_origin() == nullptr ||
        detail::is_runtime_code(caller)) {
        return wait();
    }
    const CallSite site = site_of(method); // the first one registers the methods
    if (!method.active()) {
        return wait();
    }
    const StackMark mark;
    const auto name = [&]() noexcept { return name_of(lock); };
    const auto calls = [&]() noexcept {
        return holder == unknown ? Text()
                                 : detail::open_calls_of(static_cast<std::uint64_t>(holder));
    };
    const Invocation waiting(mark, method, site, name, calls);
    return wait();
}

[[gnu::always_inline]] inline bool is_on() noexcept {
    return __builtin_expect(__atomic_load_n(&detail::locks_active, __ATOMIC_RELAXED) != 0, 0);
}

template <class Function>
[[gnu::always_inline]] inline Function* known_or_next(Function*& known, Function* own,
                                                      const char* name) noexcept {
    Function* next = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (__builtin_expect(next == nullptr, 0)) {
        next = next_of(own, name, "libc.so.6");
#ifdef __x86_64__ // condition variables of glibc have an older version, too
        void* const newer = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
        Dl_info found[2];
        if (newer != nullptr && dladdr(reinterpret_cast<void*>(next), &found[0]) != 0 &&
            dladdr(newer, &found[1]) != 0 && found[0].dli_fbase == found[1].dli_fbase) {
            next = reinterpret_cast<Function*>(newer);
        }
#endif
        __atomic_store_n(&known, next, __ATOMIC_RELAXED);
    }
    return next;
}

} // namespace
} // namespace proxima::threads

using namespace proxima::threads;

// The thread that holds a lock, as glibc notes it.
#define PROXIMA_OWNER(of) __atomic_load_n(&(of), __ATOMIC_RELAXED)

// Stands in front of `function`. `tried` is EBUSY if it has to wait.
#define PROXIMA_WAIT(function, parameters, arguments, method, lock, holder, tried)                 \
    extern "C" PROXIMA_API int function parameters {                                               \
        static decltype(&(function)) known = nullptr;                                              \
        auto* const next = known_or_next(known, &(function), #function);                           \
        if (next == nullptr) {                                                                     \
            return ENOSYS;                                                                         \
        }                                                                                          \
        if (!is_on()) {                                                                            \
            return next arguments;                                                                 \
        }                                                                                          \
        const int result = tried;                                                                  \
        return result != EBUSY ? result                                                            \
                               : measured(method, __builtin_return_address(0), lock, holder,       \
                                          [=] { return next arguments; });                         \
    }

// A function, and its forms with a time limit on either clock.
#define PROXIMA_TIMED_WAIT(function, timed, clocked, type, exceptions, method, holder, tried)      \
    PROXIMA_WAIT(function, (type * lock) exceptions, (lock), method, lock, holder, tried)          \
    PROXIMA_WAIT(timed, (type * lock, const timespec* end) exceptions, (lock, end), method, lock,  \
                 holder, tried)                                                                    \
    PROXIMA_WAIT(clocked, (type * lock, clockid_t clock, const timespec* end) exceptions,          \
                 (lock, clock, end), method, lock, holder, tried)

// Tells the runtime that the library is there.
extern "C" PROXIMA_API const char proxima_threads = 1;

PROXIMA_TIMED_WAIT(pthread_mutex_lock, pthread_mutex_timedlock, pthread_mutex_clocklock,
                   pthread_mutex_t, noexcept, mutex, PROXIMA_OWNER(lock->__data.__owner),
                   pthread_mutex_trylock(lock))
PROXIMA_TIMED_WAIT(pthread_rwlock_rdlock, pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock,
                   pthread_rwlock_t, noexcept, reading, PROXIMA_OWNER(lock->__data.__cur_writer),
                   pthread_rwlock_tryrdlock(lock))
PROXIMA_TIMED_WAIT(pthread_rwlock_wrlock, pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock,
                   pthread_rwlock_t, noexcept, writing, PROXIMA_OWNER(lock->__data.__cur_writer),
                   pthread_rwlock_trywrlock(lock))
PROXIMA_TIMED_WAIT(sem_wait, sem_timedwait, sem_clockwait, sem_t, , semaphore, unknown,
                   take_free(lock))
PROXIMA_WAIT(pthread_cond_wait, (pthread_cond_t * event, pthread_mutex_t* lock), (event, lock),
             condition, event, unknown, EBUSY)
PROXIMA_WAIT(pthread_cond_timedwait,
             (pthread_cond_t * event, pthread_mutex_t* lock, const timespec* end),
             (event, lock, end), condition, event, unknown, EBUSY)
PROXIMA_WAIT(pthread_cond_clockwait,
             (pthread_cond_t * event, pthread_mutex_t* lock, clockid_t clock, const timespec* end),
             (event, lock, clock, end), condition, event, unknown, EBUSY)
PROXIMA_WAIT(pthread_barrier_wait, (pthread_barrier_t * meeting) noexcept, (meeting), barrier,
             meeting, unknown, EBUSY)
PROXIMA_WAIT(pthread_join, (pthread_t thread, void** result_of), (thread, result_of), join, thread,
             unknown, pthread_tryjoin_np(thread, result_of))
