// Measured calls that the program counts itself, in a file that outlives it: for each thread the
// calls begun and the calls that have returned. Runs until it is killed.
//
//     counted_program COUNTS_FILE THREADS [records that each thread may make]
#include <proxima/invocation.hpp>
#include <proxima/record.hpp>

#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr proxima::Column inner_columns[] = {{"n", "long", proxima::ColumnType::integer},
                                             {"label", "text", proxima::ColumnType::text}};
proxima::Record<std::int64_t, proxima::Text> inner{"inner", "void inner(long)",
                                                   "counted_program.cpp:1", inner_columns};
proxima::Record<> outer{"outer", "void outer()", "counted_program.cpp:2"};
proxima::Method* const methods[] = {&inner, &outer};
proxima::PortRecord port{"test::Counted", methods, 2};

struct alignas(64) Counts {
    volatile std::uint64_t inner_begun;
    volatile std::uint64_t inner_returned;
    volatile std::uint64_t outer_begun;
    volatile std::uint64_t outer_returned;
};

void call_inner(const proxima::Instance& instance, std::int64_t n) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(
        mark, inner, instance.site(0), [&] { return n; },
        [] { return proxima::Text("some label"); });
}

void call_outer(const proxima::Instance& instance, Counts& counts, std::int64_t n) {
    const proxima::StackMark mark;
    const proxima::Invocation invocation(mark, outer, instance.site(1));
    for (std::int64_t i = 0; i < n; ++i) {
        counts.inner_begun = counts.inner_begun + 1;
        call_inner(instance, i);
        counts.inner_returned = counts.inner_returned + 1;
    }
}

void work(int thread, Counts& counts, std::uint64_t most) {
    const proxima::Instance instance(port, "thread" + std::to_string(thread));
    while (counts.outer_begun < most) {
        counts.outer_begun = counts.outer_begun + 1;
        call_outer(instance, counts, thread + 1);
        counts.outer_returned = counts.outer_returned + 1;
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    const int thread_count = argument_count > 2 ? std::atoi(arguments[2]) : 0;
    const int file = argument_count > 1 ? open(arguments[1], O_RDWR) : -1;
    if (file < 0 || thread_count < 1) {
        return EXIT_FAILURE;
    }
    const auto most = argument_count > 3 ? std::strtoull(arguments[3], nullptr, 10)
                                         : std::numeric_limits<std::uint64_t>::max();
    const std::size_t size = static_cast<std::size_t>(thread_count) * sizeof(Counts);
    void* const mapping = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapping == MAP_FAILED) {
        return EXIT_FAILURE;
    }
    auto* const counts = static_cast<Counts*>(mapping);
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) {
        threads.emplace_back(work, i, std::ref(counts[i]), most);
    }
    for (auto& thread : threads) {
        thread.join();
    }
}
