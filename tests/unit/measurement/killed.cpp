// Measures what killed_test.cpp expects, in a process and the child that it forks, and is killed:
// the child first, both in the middle of a timer.
#include <proxima/measurement/connect.hpp>

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace proxima::measurement;

namespace {

void solve(Timer& timer, Event& residual, int calls) {
    for (int i = 0; i < calls; ++i) {
        const ScopedTimer running(timer);
        timer.set_parameter(i % 2, "n");
        residual.trigger(i);
    }
}

} // namespace

int main() {
    const auto outer = measurement().create_timer("outer", "int ()", "driver");
    const auto timer = measurement().create_timer("solve", "void ()", "solvers");
    const auto phase = measurement().create_phase("step");
    const auto residual = measurement().create_event("residual");
    const auto context = measurement().create_context_event("allocated");
    outer->start();
    solve(*timer, *residual, 100);
    phase->start();
    solve(*timer, *residual, 11);
    context->trigger(-1.5);
    phase->stop();
    std::thread([&] { solve(*timer, *residual, 7); }).join();
    const pid_t child = fork();
    if (child == 0) {
        solve(*timer, *residual, 5);
        outer->stop();
        timer->start();
        raise(SIGKILL);
    }
    waitpid(child, nullptr, 0);
    timer->start();
    raise(SIGKILL);
}
