// Prints which timers run when a thread has ended that has not stopped its own.
#include <proxima/measurement/connect.hpp>

#include <cstdio>
#include <thread>

using namespace proxima::measurement;

int main() {
    const auto here = measurement().create_timer("here");
    const auto there = measurement().create_timer("there");
    here->start();
    const auto query = measurement().create_query();
    const auto main_thread = query->active_timers().at(0).thread;
    std::thread([&] { there->start(); }).join();
    for (const ActiveTimer& active : query->active_timers()) {
        std::printf("%s: %s\n", active.thread == main_thread ? "main" : "other",
                    active.name.c_str());
    }
    here->stop();
}
