// Measures before and after it becomes rank 2 of 3, as an MPI job does it, and is killed.
#include <proxima/measurement/connect.hpp>
#include <proxima/ranks.hpp>

#include <csignal>

using namespace proxima::measurement;

int main() {
    proxima::detail::expect_ranks();
    const auto timer = measurement().create_timer("work");
    const auto event = measurement().create_event("event");
    const auto work = [&] {
        const ScopedTimer running(*timer);
        event->trigger(2);
    };
    work();
    proxima::detail::join_ranks(proxima::detail::make_ranks_directory(), 2, 3);
    work();
    raise(SIGKILL);
}
