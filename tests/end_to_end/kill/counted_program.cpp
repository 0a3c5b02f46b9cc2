// Counted calls on several threads, until it is killed.
//
//     counted_program COUNTS_FILE THREADS [calls that each thread may make, or timers]
#include "counted_calls.hpp"

#include <proxima/measurement/connect.hpp>

#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

void work(int thread, counted::Counts& counts, std::uint64_t most) {
    const auto instance = counted::make_instance(("thread" + std::to_string(thread)).c_str());
    while (counts.outer_begun < most) {
        counted::call(instance, counts, thread + 1, [] {});
    }
}

// The same with timers, whose group stands for the instance.
void work_with_timers(int thread, counted::Counts& counts) {
    using namespace proxima::measurement;
    const std::string group = "thread" + std::to_string(thread);
    const auto outer = measurement().create_timer("outer", {}, group);
    const auto inner = measurement().create_timer("inner", {}, group);
    while (true) {
        counts.outer_begun = counts.outer_begun + 1;
        outer->start();
        counts.inner_begun = counts.inner_begun + 1;
        inner->start();
        inner->stop();
        counts.inner_returned = counts.inner_returned + 1;
        outer->stop();
        counts.outer_returned = counts.outer_returned + 1;
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    const int thread_count = argument_count > 2 ? std::atoi(arguments[2]) : 0;
    if (thread_count < 1) {
        return EXIT_FAILURE;
    }
    const bool with_timers = argument_count > 3 && std::string(arguments[3]) == "timers";
    const auto most = argument_count > 3 ? std::strtoull(arguments[3], nullptr, 10)
                                         : std::numeric_limits<std::uint64_t>::max();
    auto* const counts = counted::map_counts(arguments[1], static_cast<std::size_t>(thread_count));
    if (counts == nullptr) {
        return EXIT_FAILURE;
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < thread_count; ++i) {
        if (with_timers) {
            threads.emplace_back(work_with_timers, i, std::ref(counts[i]));
        } else {
            threads.emplace_back(work, i, std::ref(counts[i]), most);
        }
    }
    for (auto& thread : threads) {
        thread.join();
    }
}
