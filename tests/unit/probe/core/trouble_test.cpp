// Signals, jumps, stacks and descriptors that the application handles in its own way. It must run
// on.
#include "scenario_run.hpp"

#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/time.h>
#include <thread>
#include <ucontext.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

volatile bool left_by_handler = false;

} // namespace

// LeakSanitizer waits at exit for locks that the thread may hold where the handler interrupted it.
extern "C" int __lsan_is_turned_off() {
    return left_by_handler ? 1 : 0;
}

namespace {

void start_timer(int microseconds, int interval) {
    const itimerval time{{0, interval}, {0, microseconds}};
    setitimer(ITIMER_REAL, &time, nullptr);
}

Proxy* signalled = nullptr;
std::atomic<int> signals = 0;

// A signal handler calls a proxy, at any instruction of other calls.
const Scenario signal_storm("signal-storm", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "handler");
    signalled = &proxy;
    Proxy inner(target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    outer.call(0);
    proxy.call(1000);
    std::signal(SIGALRM, [](int) {
        signalled->call(1000);
        ++signals;
    });
    start_timer(50, 50);
    for (int n = 1; signals < 1000; ++n) {
        outer.call(n);
    }
    start_timer(0, 0);
    return 0;
});

TEST(Trouble, SignalHandlersMayCall) {
    const ScenarioRun run({"signal-storm"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    run.rows();
    std::uint64_t next = 0;
    for (const Invocation& invocation : run.invocations()) {
        if (invocation.path == "outer.call") { // none is lost or damaged
            ASSERT_EQ(invocation.words, std::vector<std::uint64_t>{next++});
        }
    }
}

// Simulates a job at its time limit: the handler exits, wherever the program is.
const Scenario exit_in_handler("exit-in-handler", [](const Arguments& arguments) {
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
    return 0;
});

constexpr double longest = 1e10; // ns: no run takes so long, a negative duration is 1.8e19

double longest_duration(const ScenarioRun& run) {
    double found = 0;
    for (const Buffer& buffer : run.buffers("run", Expect::losses)) {
        for (const Invocation& invocation : buffer.invocations) {
            found = std::max(found, invocation.duration);
        }
    }
    return found;
}

// A test that hangs ends by the timeout of ctest.
TEST(Trouble, AHandlerMayExit) {
    for (int microseconds = 100; microseconds <= 20'000; microseconds += 331) {
        const ScenarioRun run({"exit-in-handler", std::to_string(microseconds)});
        ASSERT_EQ(WEXITSTATUS(run.status()), 7) << microseconds << " us: " << run.output();
        ASSERT_LT(longest_duration(run), longest);
    }
}

sigjmp_buf before_call;
volatile int jumps = 0;

// A handler calls, and then leaves by siglongjmp.
const Scenario jump_out_of_handler("jump-out-of-handler", [](const Arguments&) {
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
    handler.call(0); // begins the run before the first jump
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
});

// After a jump out of the runtime itself nothing is measured, and a message is printed.
TEST(Trouble, AHandlerMayJump) {
    const ScenarioRun run({"jump-out-of-handler"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    std::uint64_t returned = 0;
    std::uint64_t jumped = 0;
    std::ifstream(run.directory() / "counts") >> returned >> jumped;
    const bool is_complete = run.info()["complete"];
    EXPECT_NE(is_complete, run.says("left open")) << run.output();
    if (is_complete) {
        const auto recorded = run.rows().at("outer.call").calls;
        EXPECT_GE(recorded, returned);
        EXPECT_LE(recorded, returned + jumped);
    }
    EXPECT_LT(longest_duration(run), longest);
}

#ifndef PROXIMA_TEST_SANITIZED // sanitizers do not know the stacks of fibers

ucontext_t scheduler;
ucontext_t fiber;

// Calls begin on one thread and return on another.
const Scenario fibers("fibers", [](const Arguments&) {
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
});

// Two fibers of one thread interleave their calls, below a call on the thread's own stack.
const Scenario interleaved("interleaved-fibers", [](const Arguments&) {
    static Function inner_target;
    static Proxy inner(inner_target, "inner");
    static ucontext_t fibers[2];
    static bool done[2];
    static int current;
    static Function outer_target([](int n) {
        swapcontext(&fibers[current], &scheduler);
        inner.call(n);
        swapcontext(&fibers[current], &scheduler);
        return n;
    });
    static Proxy outer(outer_target, "outer");
    static char stacks[2][1 << 18];
    static Function loop_target([](int) {
        while (!done[0] || !done[1]) {
            for (current = 0; current < 2; ++current) {
                done[current] || swapcontext(&scheduler, &fibers[current]);
                inner.call(current);
            }
        }
        return 0;
    });
    static Proxy loop(loop_target, "loop");
    for (int i = 0; i < 2; ++i) {
        getcontext(&fibers[i]);
        fibers[i].uc_stack.ss_sp = stacks[i];
        fibers[i].uc_stack.ss_size = sizeof stacks[i];
        fibers[i].uc_link = &scheduler;
        makecontext(
            &fibers[i],
            [] {
                for (int n = 0; n < 5; ++n) {
                    outer.call(n);
                }
                done[current] = true;
            },
            0);
    }
    loop.call(1);
    return 0;
});

TEST(Trouble, CallsOnStacksOfFibersAreLeftOutAndCounted) {
    const ScenarioRun run({"interleaved-fibers"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("loop.call").calls, 1U);
    EXPECT_EQ(run.rows().at("loop.call/inner.call").calls,
              22U); // after each of 11 turns of two fibers
    EXPECT_EQ(run.rows().count("outer.call"), 0U);
    EXPECT_EQ(run.lost(), 2 * 5 * 2U);
    EXPECT_LT(longest_duration(run), longest);
}

TEST(Trouble, ACallMayReturnOnAnotherThread) {
    const ScenarioRun run({"fibers"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("inner.call").calls, 10 + 10U); // on the threads' own stacks
    EXPECT_EQ(run.lost(), 10 + 20U);
    EXPECT_NE(run.info()["losses"].dump().find("30 on another stack"), std::string::npos);
    EXPECT_LT(longest_duration(run), longest);
}

#endif

const Scenario errno_kept("errno-kept", [](const Arguments&) {
    Function target;
    for (int i = 0; i < 10'000; ++i) {
        errno = 12345;
        Proxy proxy(target, "errno" + std::to_string(i % 10));
        proxy.call(i);
        if (errno != 12345) {
            return 1;
        }
    }
    return 0;
});

TEST(Trouble, ErrnoIsKept) {
    EXPECT_TRUE(ScenarioRun({"errno-kept"}).succeeded());
}

// Closes all descriptors, as daemons do, opens its own file under their numbers, and changes the
// directory.
const Scenario become_daemon("daemon", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "daemon");
    proxy.call(0);
    for (int descriptor = 3; descriptor < 64; ++descriptor) {
        close(descriptor);
    }
    for (int i = 0; i < 10; ++i) {
        open("mine", O_CREAT | O_RDWR, 0600);
    }
    const std::string mine = fs::absolute("mine");
    if (chdir("/") != 0) {
        return 1;
    }
    for (int i = 1; i < 100'000; ++i) {
        proxy.call(i);
    }
    return fs::file_size(mine) == 0 ? 0 : 2;
});

TEST(Trouble, DaemonsMayCloseDescriptorsAndChangeTheDirectory) {
    const ScenarioRun run({"daemon"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.invocations().size(), 100'000U);
}

} // namespace
