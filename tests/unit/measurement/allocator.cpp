// Measures in its allocator, while the runtime itself takes memory: for a thread's buffer, for
// timers and events, and when they are read.
#include <proxima/measurement/connect.hpp>

#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <unistd.h>

using namespace proxima::measurement;

namespace {

std::unique_ptr<Timer> timer;
std::unique_ptr<Event> event;
bool armed = false;
int measured = 0;

void use_runtime() {
    const auto own = measurement().create_timer("own");
    own->start();
    own->stop();
    measurement().create_context_event("own")->trigger(1);
    const auto query = measurement().create_query();
    query->timer_data(query->timer_names());
    query->event_data(query->event_names());
    perf_param().performance_data("default.own", true);
}

} // namespace

void* operator new(std::size_t size) {
    if (armed) {
        const ScopedTimer running(*timer);
        event->trigger(static_cast<double>(size));
        ++measured;
    }
    if (void* const memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

int main() {
    constexpr unsigned patience = 60;
    alarm(patience);
    timer = measurement().create_timer("allocation");
    event = measurement().create_context_event("allocation");
    armed = true;
    std::thread(use_runtime).join();
    use_runtime();
    armed = false;
    return measured > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
