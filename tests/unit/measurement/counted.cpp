// Prints how many invocations and values of events the implementation has. Each invocation makes
// 1024 page faults at least.
#include "../page_faults.hpp"

#include <proxima/measurement/connect.hpp>

#include <cstdio>

using namespace proxima::measurement;

int main() {
    const auto event = measurement().create_event("event");
    const auto of_path = measurement().create_context_event("of path");
    for (int i = 0; i < 3; ++i) {
        monitor().start_monitoring("monitored");
        proxima::test::touch(1024);
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
