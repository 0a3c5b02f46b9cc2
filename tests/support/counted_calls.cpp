#include "counted_calls.hpp"

#include <proxima/invocation.hpp>
#include <proxima/method_info.hpp>

#include <fcntl.h>
#include <sys/mman.h>

namespace counted {
namespace {

constexpr proxima::Parameter inner_parameters[] = {{"n", "long", proxima::ParameterType::integer},
                                                   {"label", "text", proxima::ParameterType::text}};
proxima::MethodInfo<std::int64_t, proxima::Text> inner{"inner", "void inner(long)",
                                                       "counted_calls.cpp:1", inner_parameters};
proxima::MethodInfo<> outer{"outer", "void outer()", "counted_calls.cpp:2"};
proxima::Method* const methods[] = {&inner, &outer};
proxima::PortInfo port{"test::Counted", methods, 2};

void call_inner(const proxima::Instance& instance, std::int64_t n,
                const std::function<void()>& action) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, inner, instance.site(0), [&] { return n; },
        [] { return proxima::Text("some label"); });
    action();
}

void call_outer(const proxima::Instance& instance, Counts& counts, std::int64_t n,
                const std::function<void()>& action) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(mark, outer, instance.site(1));
    for (std::int64_t i = 0; i < n; ++i) {
        counts.inner_begun = counts.inner_begun + 1;
        call_inner(instance, i, action);
        counts.inner_returned = counts.inner_returned + 1;
    }
}

} // namespace

Counts* map_counts(const char* path, std::size_t number) {
    const int file = open(path, O_RDWR);
    void* const mapping = file < 0 ? MAP_FAILED
                                   : mmap(nullptr, number * sizeof(Counts), PROT_READ | PROT_WRITE,
                                          MAP_SHARED, file, 0);
    return mapping == MAP_FAILED ? nullptr : static_cast<Counts*>(mapping);
}

proxima::Instance make_instance(const char* name) {
    return {port, name};
}

void call(const proxima::Instance& instance, Counts& counts, std::int64_t n,
          const std::function<void()>& action) {
    counts.outer_begun = counts.outer_begun + 1;
    call_outer(instance, counts, n, action);
    counts.outer_returned = counts.outer_returned + 1;
}

} // namespace counted
