// Calls that are interrupted: by signals whose handlers leave, and by fibers.
#include "port.hpp"
#include "scenario.hpp"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sys/time.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

namespace {

volatile bool left_by_handler = false;

} // namespace

// LeakSanitizer waits at exit for locks that the thread may hold where the handler interrupted it.
extern "C" int __lsan_is_turned_off() {
    return left_by_handler ? 1 : 0;
}

namespace scenario {

namespace {

void start_timer(int microseconds, int interval) {
    const itimerval time{{0, interval}, {0, microseconds}};
    setitimer(ITIMER_REAL, &time, nullptr);
}

// A job at its time limit: the handler exits, wherever the program is.
int exit_in_handler(const Arguments& arguments) {
    static Function target;
    static Proxy inner(target, "inner");
    static Function outer_target([](int n) { return inner.call(n); });
    static Proxy outer(outer_target, "outer");
    std::signal(SIGALRM, [](int) {
        left_by_handler = true;
        std::exit(7);
    });
    start_timer(std::stoi(arguments.at(0)), 0);
    for (int n = 0;; ++n) {
        outer.call(n);
        Proxy(target, "made anew").call(n);
    }
}

sigjmp_buf before_call;
Proxy* signalled = nullptr;
volatile int jumps = 0;

// A handler that calls, and then leaves by siglongjmp.
int jump_out_of_handler(const Arguments&) {
    static Function target;
    static Proxy handler(target, "handler");
    static Proxy inner(target, "inner");
    static Function outer_target([](int n) { return inner.call(n); });
    static Proxy outer(outer_target, "outer");
    signalled = &handler;
    left_by_handler = true;
    std::signal(SIGALRM, [](int) {
        signalled->call(0);
        jumps = jumps + 1;
        siglongjmp(before_call, 1);
    });
    static volatile int returned = 0;
    handler.call(0); // so that no jump leaves behind what the run is begun with
    outer.call(0);
    returned = 1;
    start_timer(100, 100);
    sigsetjmp(before_call, 1);
    while (jumps < 500) {
        outer.call(returned);
        returned = returned + 1;
    }
    start_timer(0, 0);
    std::ofstream("counts") << returned << ' ' << jumps;
    return 0;
}

ucontext_t scheduler;
ucontext_t fiber;

// Calls that begin on one thread and return on another.
int fibers(const Arguments&) {
    static Function target;
    static Proxy inner(target, "inner");
    static Function outer_target([](int n) {
        inner.call(n);
        swapcontext(&fiber, &scheduler);
        return inner.call(n);
    });
    static Proxy outer(outer_target, "outer");
    static char stack[1 << 18];
    const auto resume = [] { swapcontext(&scheduler, &fiber); };
    for (int n = 0; n < 10; ++n) {
        getcontext(&fiber);
        fiber.uc_stack.ss_sp = stack;
        fiber.uc_stack.ss_size = sizeof stack;
        fiber.uc_link = &scheduler;
        makecontext(&fiber, [] { outer.call(1); }, 0);
        resume();
        std::thread([&] {
            resume();
            inner.call(n);
        }).join();
        inner.call(n);
    }
    return 0;
}

const Scenarios interruptions{{"exit-in-handler", exit_in_handler},
                              {"jump-out-of-handler", jump_out_of_handler},
                              {"fibers", fibers}};

} // namespace

} // namespace scenario
