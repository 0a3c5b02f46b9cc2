// Troubles that applications and the system cause. The application must run on.
#include "scenario_run.hpp"

#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

std::uint64_t readable(const ScenarioRun& run) {
    std::uint64_t invocations = 0;
    for (const Buffer& buffer : run.buffers("run", Expect::losses)) {
        invocations += buffer.invocations.size();
    }
    return invocations;
}

// A file-size limit simulates a full disk. The second argument is the number of calls.
const Scenario full_disk("full-disk", [](const Arguments& arguments) {
    const rlimit limits{std::stoul(arguments.at(0)), RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limits);
    Function target;
    Proxy proxy(target, "full");
    const int calls = arguments.size() > 1 ? std::stoi(arguments[1]) : 500'000;
    for (int i = 0; i < calls; ++i) {
        proxy.call(static_cast<int>(std::int64_t{i} * i % 1001));
    }
    const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(RLIMIT_FSIZE, &unlimited);
});

// Sizes at which the thread buffer, the header of the record file or a later block is too large.
class FullDisk : public testing::TestWithParam<int> {};

TEST_P(FullDisk, StopsRecordsAndCountsThem) {
    const ScenarioRun run({"full-disk", std::to_string(GetParam())});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    const std::uint64_t records = run.info()["records"];
    EXPECT_GT(run.lost(), 0U);
    EXPECT_EQ(records + run.lost(), 500'000U);
    EXPECT_EQ(records, readable(run));
    EXPECT_NE(run.loss_reasons().find("File too large"), std::string::npos);
    EXPECT_TRUE(run.says("proxima: error: "));
    EXPECT_EQ(run.lines(), 1);
}

INSTANTIATE_TEST_SUITE_P(At, FullDisk, testing::Values(20'000, 410'000, 1'100'000));

// Another program takes all that is left of the disk.
const Scenario fill_disk("fill-disk", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "full");
    proxy.call(0);
    const int file = open("fill", O_CREAT | O_WRONLY, 0600);
    const std::vector<char> zeros(4096);
    while (write(file, zeros.data(), zeros.size()) > 0) {
    }
    close(file);
    for (int i = 0; i < 500'000; ++i) {
        proxy.call(static_cast<int>(std::int64_t{i} * i % 1001));
    }
    return 0;
});

// Mounts a disk of that size, which only this process and its children see. False without
// permission.
bool mount_disk(const fs::path& at, const std::string& size) {
    return (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
           mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount("none", at.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
}

// The space of the thread buffer must suffice for the call graph and run.json.
TEST(Trouble, WritesTheResultsOnAFullDisk) {
    const proxima::unit::TemporaryDirectory directory;
    if (!mount_disk(directory.path(), "2m")) {
        GTEST_SKIP() << "needs the permission to mount";
    }
    const ScenarioRun run({"fill-disk"}, "output=run,quiet=on", directory.path());
    EXPECT_TRUE(run.succeeded()) << run.output();
    fs::remove(run.directory() / "fill");
    EXPECT_EQ(run.rows().at("full.call").calls, 500'001U);
    EXPECT_EQ(run.info()["complete"], true);
    EXPECT_EQ(run.info()["records"].get<std::uint64_t>() + run.lost(), 500'001U);
    EXPECT_FALSE(fs::exists(run.run() / "records/0-0.buffer"));
    umount(directory.path().c_str());
}

// Another program tidies up while this one runs.
const Scenario tidy_up("tidy-up", [](const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "removed");
    call_times(proxy, 100'000);
    if (arguments.at(0) == "remove") {
        fs::remove_all("run/records");
    } else {
        fs::rename("run", "moved");
    }
    call_times(proxy, 100'000);
    return 0;
});

TEST(Trouble, FollowsAMovedRun) {
    const ScenarioRun run({"tidy-up", "move"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.lines(), 0) << run.output();
    struct : proxima::rundir::RecordVisitor {
        void records(const proxima::rundir::Thread&, const proxima::rundir::Record*,
                     std::size_t) override {}
    } nothing;
    const auto outcome = proxima::rundir::read_records(
        proxima::rundir::RunDirectory::open(run.directory() / "moved"), nothing);
    EXPECT_EQ(outcome.records, 200'000U);
    EXPECT_EQ(outcome.lost, 0U);
    EXPECT_TRUE(fs::exists(run.directory() / "moved" / "callgraph.json"));
}

constexpr int not_permitted = 77;

const Scenario change_root("change-root", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "jailed");
    call_times(proxy, 1000);
    fs::create_directory("jail");
    if ((chroot("jail") != 0 && (unshare(CLONE_NEWUSER) != 0 || chroot("jail") != 0)) ||
        chdir("/") != 0) {
        return not_permitted;
    }
    call_times(proxy, 100'000);
    return 0;
});

// Without /proc the search for leaks fails the process.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PROXIMA_TEST_LEAKS
#endif
#endif

TEST(Trouble, AProcessMayChangeItsRoot) {
#ifdef PROXIMA_TEST_LEAKS
    GTEST_SKIP() << "AddressSanitizer needs /proc at the end";
#endif
    const ScenarioRun run({"change-root"});
    if (run.status() == not_permitted) {
        GTEST_SKIP() << "needs the permission to change the root";
    }
    EXPECT_EQ(run.status(), 0) << run.output();
    EXPECT_EQ(run.lines(), 0) << run.output();
    EXPECT_EQ(run.rows().at("jailed.call").calls, 101'000U);
    EXPECT_EQ(run.invocations().size(), 101'000U);
    EXPECT_EQ(run.info()["complete"], true);
    EXPECT_FALSE(run.info()["command"].empty());
}

const Scenario change_user("change-user", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "other");
    call_times(proxy, 100'000); // so many that some are in the record file
    constexpr uid_t nobody = 65534;
    if (setresuid(nobody, nobody, nobody) != 0) {
        return not_permitted;
    }
    call_times(proxy, 100'000);
    return 0;
});

TEST(Trouble, AProcessThatGivesItsRightsUpSaysSoOnce) {
    const ScenarioRun run({"change-user"});
    if (run.status() == not_permitted) {
        GTEST_SKIP() << "needs the permission to change the user";
    }
    EXPECT_EQ(run.status(), 0) << run.output();
    EXPECT_TRUE(run.says("Permission denied")) << run.output();
    EXPECT_EQ(run.lines(), 1) << run.output();
    EXPECT_EQ(run.info()["complete"], false);
    EXPECT_GE(readable(run), 10'000U);
    EXPECT_LT(readable(run), 200'000U);
}

TEST(Trouble, RecordsThatAreRemovedAreLost) {
    const ScenarioRun run({"tidy-up", "remove"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.lines(), 1);
    EXPECT_EQ(run.rows().at("removed.call").calls, 200'000U);
    EXPECT_EQ(run.info()["records"], 0);
    EXPECT_EQ(run.lost(), 200'000U);
}

TEST(Trouble, RecordsKeepToTheLimit) {
    constexpr std::uint64_t limit = 500'000;
    const ScenarioRun run({"full-disk", "1000000000"}, "quiet=on,limit=500K");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto info = run.info();
    EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    EXPECT_EQ(info["records"].get<std::uint64_t>() + run.lost(), 500'000U);
    constexpr std::uint64_t besides = 2048; // header, definitions, statistics of 11 bins, the end
    EXPECT_LE(info["record_bytes"], limit + besides);
    EXPECT_GT(info["record_bytes"], limit * 8 / 10);
    EXPECT_NE(run.loss_reasons().find("limit"), std::string::npos);
    EXPECT_EQ(info["records"], readable(run));
    EXPECT_EQ(run.buffers().at(0).counted_calls(), 500'000U);
}

} // namespace
