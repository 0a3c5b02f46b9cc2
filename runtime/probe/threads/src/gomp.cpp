// OpenMP as GCC compiles it: each region, loop and task is a call of libgomp with a function and
// its data. They are handed over as a function that adopts the caller's context first.
#include "adoptions.hpp"
#include "next.hpp"

#include <alloca.h>
#include <cstddef>
#include <cstring>

namespace proxima::threads {
namespace {

// A function of the OpenMP library. LLVM's has those of GCC, too: it copies tasks from one another,
// which libgomp never does, and tells its tools of all work itself.
template <class Function>
struct Next {
    Function* call;
    bool is_of_gcc;

    explicit operator bool() const noexcept { return call != nullptr; }
    const detail::Node* origin() const noexcept {
        const detail::Node* const node = threads::origin();
        return node != nullptr && is_of_gcc ? node : nullptr;
    }
};

template <class Function>
Next<Function> next_in_openmp(Function* own, const char* name) noexcept {
    Function* const call = next_of(own, name, "libgomp.so.1");
    Dl_info found{};
    const bool is_known = dladdr(reinterpret_cast<const void*>(call), &found) != 0;
    void* const library = is_known ? dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    return {call, library == nullptr || dlsym(library, "__kmpc_fork_call") == nullptr};
}

using Body = void (*)(void*);
using Copy = void (*)(void* to, void* from);

// Runs what was handed over. Exceptions never leave a region or task.
void run(Body body, void* data, const detail::Node* origin) {
    const detail::Adoption adoption = detail::adopt(origin);
    body(data);
    detail::end_adoption(adoption);
}

// A region lives until all its threads have ended it.
struct Region {
    void* reductions; // libgomp reads it at the beginning of the data
    Body body;
    void* data;
    const detail::Node* origin;
};

void run_region(void* memory) {
    const Region& region = *static_cast<const Region*>(memory);
    run(region.body, region.data, region.origin);
}

template <class Function, class... Arguments>
auto begin_region(const Next<Function>& next, void* reductions, Body body, void* data,
                  Arguments... arguments) {
    Region region{reductions, body, data, next.origin()};
    return region.origin != nullptr ? next.call(run_region, &region, arguments...)
                                    : next.call(body, data, arguments...);
}

// Stands before the data of a task; libgomp copies both.
struct TaskHead {
    long bounds[2];   // of a taskloop: libgomp writes them at the beginning of the data
    void* reductions; // of a taskloop: libgomp reads it behind them
    bool is_loop;
    Body body;
    const detail::Node* origin;
    std::ptrdiff_t to_data;
};

struct TaskSource {
    TaskHead head;
    Copy copy;
    void* data;
};

void run_task(void* memory) {
    const TaskHead& head = *static_cast<const TaskHead*>(memory);
    char* const data = static_cast<char*>(memory) + head.to_data;
    if (head.is_loop) {
        std::memcpy(data, head.bounds, sizeof head.bounds);
    }
    run(head.body, data, head.origin);
}

void copy_task(void* to, void* from) {
    const TaskSource& source = *static_cast<const TaskSource*>(from);
    std::memcpy(to, &source.head, sizeof source.head);
    source.copy(static_cast<char*>(to) + source.head.to_data, source.data);
}

// Hands a task over; `bytes` and `alignment`, a power of 2, are those of its data.
template <class Function, class... Arguments>
void begin_task(const Next<Function>& next, bool is_loop, Body body, void* data, Copy copy,
                long bytes, long alignment, Arguments... arguments) {
    const detail::Node* const caller = next.origin();
    if (caller == nullptr) {
        next.call(body, data, copy, bytes, alignment, arguments...);
        return;
    }
    constexpr long least = alignof(TaskHead);
    const long aligned = alignment < least ? least : alignment;
    const long to_data = (static_cast<long>(sizeof(TaskHead)) + aligned - 1) & -aligned;
    TaskSource source{{{}, nullptr, is_loop, body, caller, to_data}, copy, data};
    constexpr long bytes_of_bounds = sizeof source.head.bounds;
    if (is_loop && bytes >= bytes_of_bounds + static_cast<long>(sizeof(void*))) {
        std::memcpy(static_cast<void*>(&source.head.reductions),
                    static_cast<char*>(data) + bytes_of_bounds, sizeof(void*));
    }
    if (copy != nullptr) {
        next.call(run_task, &source, copy_task, to_data + bytes, aligned, arguments...);
        return;
    }
    // libgomp copies these bytes, or runs the task on them at once.
    auto* memory = static_cast<char*>(alloca(static_cast<std::size_t>(to_data + bytes + aligned)));
    memory += -reinterpret_cast<std::ptrdiff_t>(memory) & (aligned - 1);
    std::memcpy(memory, &source.head, sizeof source.head);
    if (bytes > 0) {
        std::memcpy(memory + to_data, data, static_cast<std::size_t>(bytes));
    }
    next.call(run_task, memory, nullptr, to_data + bytes, aligned, arguments...);
}

constexpr unsigned detached = 1U << 13U; // libgomp writes an event into the data of such a task

} // namespace
} // namespace proxima::threads

using namespace proxima::threads;

#define PROXIMA_NEXT(name) static const auto next = next_in_openmp(&name, #name)

// Where libgomp is not loaded, nothing else of OpenMP is: one thread runs the region.
#define PROXIMA_NEXT_OR_RUN(name)                                                                  \
    PROXIMA_NEXT(name);                                                                            \
    if (!next) {                                                                                   \
        body(data);                                                                                \
        return;                                                                                    \
    }

#define PROXIMA_LOOP_IN_CHUNKS(name)                                                               \
    extern "C" PROXIMA_API void name(Body body, void* data, unsigned threads, long begin,          \
                                     long end, long step, long chunk, unsigned flags) {            \
        PROXIMA_NEXT_OR_RUN(name)                                                                  \
        begin_region(next, nullptr, body, data, threads, begin, end, step, chunk, flags);          \
    }

#define PROXIMA_LOOP(name)                                                                         \
    extern "C" PROXIMA_API void name(Body body, void* data, unsigned threads, long begin,          \
                                     long end, long step, unsigned flags) {                        \
        PROXIMA_NEXT_OR_RUN(name)                                                                  \
        begin_region(next, nullptr, body, data, threads, begin, end, step, flags);                 \
    }

PROXIMA_LOOP_IN_CHUNKS(GOMP_parallel_loop_static)
PROXIMA_LOOP_IN_CHUNKS(GOMP_parallel_loop_dynamic)
PROXIMA_LOOP_IN_CHUNKS(GOMP_parallel_loop_guided)
PROXIMA_LOOP_IN_CHUNKS(GOMP_parallel_loop_nonmonotonic_dynamic)
PROXIMA_LOOP_IN_CHUNKS(GOMP_parallel_loop_nonmonotonic_guided)
PROXIMA_LOOP(GOMP_parallel_loop_runtime)
PROXIMA_LOOP(GOMP_parallel_loop_nonmonotonic_runtime)
PROXIMA_LOOP(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

extern "C" PROXIMA_API void GOMP_parallel(Body body, void* data, unsigned threads, unsigned flags) {
    PROXIMA_NEXT_OR_RUN(GOMP_parallel)
    begin_region(next, nullptr, body, data, threads, flags);
}

extern "C" PROXIMA_API unsigned GOMP_parallel_reductions(Body body, void* data, unsigned threads,
                                                         unsigned flags) {
    PROXIMA_NEXT(GOMP_parallel_reductions);
    if (!next) {
        body(data);
        return 1;
    }
    return begin_region(next, *static_cast<void**>(data), body, data, threads, flags);
}

extern "C" PROXIMA_API void GOMP_parallel_sections(Body body, void* data, unsigned threads,
                                                   unsigned count, unsigned flags) {
    PROXIMA_NEXT_OR_RUN(GOMP_parallel_sections)
    begin_region(next, nullptr, body, data, threads, count, flags);
}

extern "C" PROXIMA_API void GOMP_task(Body body, void* data, Copy copy, long bytes, long alignment,
                                      bool is_deferred, unsigned flags, void** depend, int priority,
                                      void* event) {
    PROXIMA_NEXT_OR_RUN(GOMP_task)
    if ((flags & detached) != 0) {
        next.call(body, data, copy, bytes, alignment, is_deferred, flags, depend, priority, event);
        return;
    }
    begin_task(next, false, body, data, copy, bytes, alignment, is_deferred, flags, depend,
               priority, event);
}

extern "C" PROXIMA_API void GOMP_taskloop(Body body, void* data, Copy copy, long bytes,
                                          long alignment, unsigned flags, unsigned long tasks,
                                          int priority, long begin, long end, long step) {
    PROXIMA_NEXT_OR_RUN(GOMP_taskloop)
    begin_task(next, true, body, data, copy, bytes, alignment, flags, tasks, priority, begin, end,
               step);
}

extern "C" PROXIMA_API void GOMP_taskloop_ull(Body body, void* data, Copy copy, long bytes,
                                              long alignment, unsigned flags, unsigned long tasks,
                                              int priority, unsigned long long begin,
                                              unsigned long long end, unsigned long long step) {
    PROXIMA_NEXT_OR_RUN(GOMP_taskloop_ull)
    begin_task(next, true, body, data, copy, bytes, alignment, flags, tasks, priority, begin, end,
               step);
}
