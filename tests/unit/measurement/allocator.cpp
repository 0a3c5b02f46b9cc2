// Measures in its allocator, each call as an event and a timer that nobody has seen before, while
// the runtime itself takes memory for what the argument says.
#include "port.hpp"

#include <proxima/measurement/connect.hpp>

#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace proxima::measurement;

namespace {

struct Measured {
    std::unique_ptr<Event> event;
    std::unique_ptr<Timer> timer;
};

std::vector<Measured> calls; // of the allocator
std::size_t next = 0;
bool armed = false;

void measure_call() {
    if (armed && next < calls.size()) {
        const Measured& call = calls[next++];
        call.timer->start();
        call.event->trigger(1);
        call.timer->stop();
    }
}

template <class Action>
void measure_allocations(Action action) {
    armed = true;
    action();
    armed = false;
}

void prepare(bool one_event) {
    constexpr int enough = 1000;
    for (int i = 0; i < enough; ++i) {
        const std::string name = "allocation " + std::to_string(i);
        calls.push_back({measurement().create_event(one_event ? "allocation" : name),
                         measurement().create_timer(name)});
    }
}

void begin_a_buffer() {
    scenario::Proxy proxy(proxima::Target<scenario::Port>(std::make_unique<scenario::Function>()),
                          proxima::InstanceName("called"));
    measure_allocations([&] { proxy.call(1); });
}

void read_events() {
    measure_call();
    calls.front().event->trigger(1);
    const auto query = measurement().create_query();
    measure_allocations([&] { query->event_data(query->event_names()); });
}

// On a thread that has no timers of its own.
void read_timers() {
    const auto timer = measurement().create_timer("read");
    timer->start();
    timer->stop();
    std::thread([] {
        const auto query = measurement().create_query();
        measure_allocations([&] { query->timer_names(); });
    }).join();
}

} // namespace

void* operator new(std::size_t size) {
    measure_call();
    if (void* const memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

int main(int, char** arguments) {
    constexpr unsigned patience = 60;
    alarm(patience);
    const std::string what = arguments[1];
    prepare(what == "events");
    what == "buffer" ? begin_a_buffer() : what == "events" ? read_events() : read_timers();
    return next > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
