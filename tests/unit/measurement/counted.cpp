// Prints how many invocations and values of events the implementation has. Each invocation makes
// 1024 page faults at least.
#include <proxima/measurement/connect.hpp>

#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace proxima::measurement;

namespace {

// Fresh ones, which are not taken together into large pages.
void touch(std::size_t pages) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t size = pages * page;
    void* const memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        std::abort();
    }
    madvise(memory, size, MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < size; i += page) {
        static_cast<volatile char*>(memory)[i] = 1;
    }
    munmap(memory, size);
}

} // namespace

int main() {
    const auto event = measurement().create_event("event");
    const auto of_path = measurement().create_context_event("of path");
    for (int i = 0; i < 3; ++i) {
        monitor().start_monitoring("monitored");
        touch(1024);
        event->trigger(i);
        of_path->trigger(i);
        monitor().stop_monitoring("monitored", {"n"}, {double(i)});
    }
    const EventData data = measurement().create_query()->event_data({"event", "of path"});
    const auto samples = [&](std::size_t i) {
        return i < data.samples.size() ? static_cast<unsigned long long>(data.samples[i]) : 0;
    };
    std::printf("%zu %llu %llu\n", perf_param().performance_data("monitored", false).rows.size(),
                samples(0), samples(1));
}
