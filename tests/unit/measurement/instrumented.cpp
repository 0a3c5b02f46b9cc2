// A program that is instrumented against the interface, and knows no implementation. Its answer
// must not depend on which one there is.
#include <proxima/measurement/connect.hpp>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace proxima::measurement;

namespace {

double integrate(Timer& timer, Event& steps, int n) {
    const ScopedTimer running(timer);
    timer.set_parameter(n, "n");
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

// Monitored to the very end, when what belongs to the main thread is gone.
class MonitoredEnd {
public:
    ~MonitoredEnd() {
        for (int i = 0; i < 100; ++i) {
            monitor().start_monitoring("end");
        }
        for (int i = 0; i < 100; ++i) {
            monitor().stop_monitoring("end", {}, {});
        }
    }
};

const MonitoredEnd monitored_end;

} // namespace

// A file of the program's own, which may get the number of a standard stream.
void open_own_file() {
    if (const char* const file = std::getenv("OWN_FILE")) {
        open(file, O_CREAT | O_RDWR, 0600);
    }
}

int main(int count, char** arguments) {
    open_own_file();
    for (int i = 1; i < count; ++i) { // more implementations
        std::fprintf(stderr, "%s\n", load(arguments[i]).c_str());
    }
    const auto timer = measurement().create_timer("integrate", "double (int)", "numerics");
    const auto failing = measurement().create_timer("fail");
    const auto phase = measurement().create_phase("work");
    const auto steps = measurement().create_event("steps");
    const auto first = measurement().create_timer("first");
    const auto second = measurement().create_timer("second");
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
    first->start();
    second->start();
    first->stop();
    second->stop();
    if (const char* const directory = std::getenv("OTHER_DIRECTORY")) {
        answer += chdir(directory);
    }
    monitor().start_monitoring("monitored");
    monitor().stop_monitoring("monitored", {"n"}, {3});
    try {
        fail(*failing);
    } catch (const std::runtime_error& error) {
        std::printf("%.12f %.12f %s\n", answer, answers[2], error.what());
    }
    return 7;
}
