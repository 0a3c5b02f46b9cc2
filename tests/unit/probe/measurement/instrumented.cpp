// A program that is instrumented against the interface, without any implementation. Its output must
// not depend on the implementation.
#include <proxima/measurement/connect.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace proxima::measurement;

namespace {

// Monitored to the end of the process, after destruction of the main thread's objects.
class MonitoredEnd {
public:
    ~MonitoredEnd() {
        const MonitorHandle end = monitor().register_method("end", {});
        for (int i = 0; i < 100; ++i) {
            monitor().start(end);
        }
        for (int i = 0; i < 100; ++i) {
            monitor().stop(end, nullptr, 0);
        }
    }
};

const MonitoredEnd monitored_end;
bool in_child = false;

double integrate(Timer& timer, Event& steps, int n) {
    const ScopedTimer running(timer);
    steps.trigger(n);
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        const double x = (i + 0.5) / n;
        sum += 4 / (1 + x * x) / n;
    }
    return sum;
}

void fail(Timer& timer) {
    const ScopedTimer running(timer);
    throw std::runtime_error("the answer is not changed by exceptions either");
}

} // namespace

// LeakSanitizer asks at exit. To it, what a thread of the parent owned is leaked in the child.
extern "C" int __lsan_is_turned_off() {
    return in_child ? 1 : 0;
}

int main() {
    const auto timer = measurement().create_timer("integrate", "double (int)", "numerics");
    const auto failing = measurement().create_timer("fail");
    const auto phase = measurement().create_phase("work");
    const auto steps = measurement().create_event("steps");
    const auto first = measurement().create_timer("first");
    const auto second = measurement().create_timer("second");
    const MonitorHandle monitored = monitor().register_method("monitored", {"n"});
    double answer = 0;
    {
        const ScopedTimer in_phase(*phase);
        for (int n = 1; n <= 10; ++n) {
            answer += integrate(*timer, *steps, n);
        }
    }
    std::vector<double> answers(3);
    std::vector<std::thread> workers;
    for (double& part : answers) {
        workers.emplace_back([&] { part = integrate(*timer, *steps, 100); });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    for (int i = 0; i < 2; ++i) { // they overlap
        first->start();
        second->start();
        first->stop();
        second->stop();
    }
    const double n = 3;
    monitor().start(monitored);
    monitor().stop(monitored, &n, 1);
    const pid_t child = fork();
    if (child == 0) {
        in_child = true;
        integrate(*timer, *steps, 10);
        std::exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    try {
        fail(*failing);
    } catch (const std::runtime_error& error) {
        std::printf("%.12f %.12f %s\n", answer, answers[2] + status, error.what());
    }
    return 7;
}
