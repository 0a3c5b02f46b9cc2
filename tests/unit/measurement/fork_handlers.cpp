// Measures in handlers of fork(), which it has before the implementation has its own: they run
// while the implementation holds everything. On a thread that has measured nothing before, and on
// one that has.
#include <proxima/measurement/connect.hpp>

#include <cstdlib>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace proxima::measurement;

namespace {

std::shared_ptr<Timer> timer;
std::shared_ptr<Event> event;

void measure() {
    if (timer != nullptr) {
        const ScopedTimer running(*timer);
        event->trigger(1);
        monitor().start_monitoring("monitored");
        monitor().stop_monitoring("monitored", {"n"}, {1});
    }
}

void fork_and_wait() {
    const pid_t child = fork();
    if (child == 0) {
        _exit(EXIT_SUCCESS);
    }
    int status = EXIT_FAILURE;
    waitpid(child, &status, 0);
    if (status != 0) {
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace

int main() {
    constexpr unsigned patience = 60;
    alarm(patience);
    pthread_atfork(measure, measure, measure);
    timer = measurement().create_timer("handler");
    event = measurement().create_event("handled");
    std::thread(fork_and_wait).join();
    measure();
    fork_and_wait();
    measure();
}
