// Calls and monitors itself until its standard input is closed. Its argument is the value of
// `serve`; it prints the monitor's address.
#include "scenario/port.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/online/monitor.hpp>

#include <chrono>
#include <cstdio>
#include <poll.h>
#include <thread>
#include <unistd.h>

int main(int count, char** arguments) {
    scenario::Function work([](int n) {
        volatile int sum = 0;
        for (int i = 0; i < 1000; ++i) {
            sum = sum + i;
        }
        return n;
    });
    proxima::Proxy<scenario::ScenarioPort> inner(work, "inner");
    scenario::Function user([&](int n) { return inner.call(n) + inner.call(n); });
    proxima::Proxy<scenario::ScenarioPort> outer(user, "outer");
    outer.call(1);
    proxima::online::PerformanceMonitor monitor;
    try {
        monitor.parameters().set("serve", count > 1 ? arguments[1] : "127.0.0.1:0");
    } catch (const proxima::framework::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    std::printf("%s\n", monitor.address().c_str());
    std::fflush(stdout);
    for (pollfd input{STDIN_FILENO, POLLIN, 0}; ::poll(&input, 1, 1) == 0;) {
        for (int i = 0; i < 100; ++i) {
            outer.call(i);
        }
    }
    return 0;
}
