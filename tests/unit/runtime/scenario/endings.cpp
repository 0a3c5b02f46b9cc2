// Ways in which a process ends.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/control.hpp>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace scenario {

namespace {

void call_some(Proxy& proxy, int count) {
    for (int i = 0; i < count; ++i) {
        proxy.call(i);
    }
}

int exit_inside(const Arguments&) {
    static Function inner_target;
    static Proxy inner(inner_target, "inner");
    static Function outer_target([](int n) -> int {
        call_some(inner, n);
        std::exit(0);
    });
    static Proxy outer(outer_target, "outer");
    return outer.call(10) + 1;
}

// The process ends while other threads are in the middle of calls.
int exit_elsewhere(const Arguments&) {
    static Function target;
    static Proxy proxy(target, "busy");
    std::atomic<bool> running = false;
    std::thread([&] {
        for (int i = 0;; ++i) {
            proxy.call(i);
            running = true;
        }
    }).detach();
    while (!running) {
        std::this_thread::yield();
    }
    std::thread([] { std::exit(0); }).join();
    return 1;
}

int finish_early(const Arguments&) {
    Function target;
    Proxy proxy(target, "early");
    call_some(proxy, 10);
    proxima::finish();
    proxima::finish();
    proxima::enable();
    call_some(proxy, 10);
    return 0;
}

int finish_inside(const Arguments&) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) {
        call_some(inner, n);
        proxima::finish();
        call_some(inner, n);
        return n;
    });
    Proxy outer(outer_target, "outer");
    return outer.call(5) - 5;
}

struct CallsWhenDestroyed {
    explicit CallsWhenDestroyed(Proxy& called) : proxy(called) {}
    CallsWhenDestroyed(const CallsWhenDestroyed&) = delete;
    CallsWhenDestroyed& operator=(const CallsWhenDestroyed&) = delete;
    ~CallsWhenDestroyed() { call_some(proxy, 7); }
    Proxy& proxy;
};

int static_destructor(const Arguments&) {
    static Function target;
    static Proxy proxy(target, "late");
    static const CallsWhenDestroyed last(proxy);
    call_some(proxy, 3);
    return 0;
}

// Calls, and is killed by the signal given: nothing of what was completed may be lost.
int killed(const Arguments& arguments) {
    static Function inner_target;
    static Proxy inner(inner_target, "inner");
    const int signal = std::stoi(arguments.at(0));
    const int calls = std::stoi(arguments.at(1));
    static Function outer_target([=](int n) -> int {
        if (n == calls) {
            if (signal == SIGKILL) {
                kill(getpid(), SIGKILL);
            }
            std::raise(signal);
        }
        return inner.call(n);
    });
    static Proxy outer(outer_target, "outer");
    for (int i = 0; i <= calls; ++i) {
        outer.call(i);
    }
    return 1;
}

int leave_quickly(const Arguments&) {
    Function target;
    Proxy proxy(target, "quick");
    call_some(proxy, 5);
    _exit(0);
}

const Scenarios endings{{"exit-inside", exit_inside},
                        {"exit-elsewhere", exit_elsewhere},
                        {"finish-early", finish_early},
                        {"finish-inside", finish_inside},
                        {"static-destructor", static_destructor},
                        {"killed", killed},
                        {"leave-quickly", leave_quickly},
                        {"nothing", [](const Arguments&) { return 0; }}};

} // namespace

} // namespace scenario
