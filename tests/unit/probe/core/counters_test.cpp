// Counters of invocations, and the counts that measuring adds. The pages that a call touches are
// the least that it may count: the runtime, libraries and sanitizers touch more.
#include "page_faults.hpp"
#include "scenario_run.hpp"

#include <proxima/compare/compare.hpp>
#include <proxima/detail/regions.hpp>

#include <chrono>
#include <csignal>
#include <ctime>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using proxima::rundir::Statistics;
using proxima::test::touch;

constexpr const char* page_faults = "PAGE_FAULTS";
constexpr std::size_t cpu_time = 1;
const std::string both = "quiet=on,counters=PAGE_FAULTS;THREAD_CPU_TIME";

// The counters of a run are in the order of its configuration.
double inclusive(const Statistics& row, std::size_t counter = 0) {
    return row.counted.at(counter).inclusive;
}

double exclusive(const Statistics& row, std::size_t counter = 0) {
    return row.counted.at(counter).exclusive;
}

// outer touches as many pages as its parameter, and has inner touch twice as many, two times.
const Scenario pages("pages", [](const Arguments& arguments) {
    Function inner_target(touch);
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) {
        inner.call(2 * n);
        inner.call(2 * n);
        return touch(n);
    });
    Proxy outer(outer_target, "outer");
    for (int i = 0; i < 3; ++i) {
        outer.call(std::stoi(arguments.at(0)));
    }
    return arguments.size() > 1 ? std::raise(SIGKILL) : 0;
});

class Counters : public testing::TestWithParam<const char*> {};

TEST_P(Counters, CountWhatHappensWithinEachInvocation) {
    const ScenarioRun run({"pages", "100"}, both + GetParam());
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.output(), "");
    const auto rows = run.rows();
    const Statistics& outer = rows.at("outer.call");
    const Statistics& inner = rows.at("outer.call/inner.call");
    EXPECT_EQ(outer.calls, 3U);
    EXPECT_GE(inclusive(inner), 3 * 2 * 200);
    EXPECT_EQ(exclusive(inner), inclusive(inner));
    EXPECT_GE(inclusive(outer), inclusive(inner) + 3 * 100);
    EXPECT_EQ(exclusive(outer), inclusive(outer) - inclusive(inner));
    EXPECT_GT(exclusive(outer, cpu_time), 0);
    EXPECT_NEAR(inclusive(outer, cpu_time), exclusive(outer, cpu_time) + inclusive(inner, cpu_time),
                1e-6);
#ifndef PROXIMA_TEST_SANITIZED
    EXPECT_LT(exclusive(outer), 3 * 200); // not those of inner
#endif
}

TEST(CountersInRuns, OfRecordsAddUpToThoseOfTheCallGraph) {
    const ScenarioRun run({"pages", "100"}, both);
    std::map<std::string, std::uint64_t> sums;
    for (const Invocation& invocation : run.invocations()) {
        sums[invocation.path] += invocation.words.at(1);
    }
    for (const auto& [path, row] : run.rows()) {
        EXPECT_EQ(sums.at(path), inclusive(row)) << path;
    }
}

INSTANTIATE_TEST_SUITE_P(With, Counters,
                         testing::Values("", ",records=every:2", ",records=aggregate",
                                         ",records=off", ",clock=monotonic"));

// One thread after the other, the second in the buffer of the first; then two at the same time.
const Scenario pages_of_threads("pages-of-threads", [](const Arguments&) {
    Function target(touch);
    Proxy proxy(target, "threads");
    const auto run = [&](int n) { return std::thread([&, n] { proxy.call(n); }); };
    run(100).join();
    run(200).join();
    std::thread other = run(300);
    run(400).join();
    other.join();
    return 0;
});

TEST(CountersInRuns, BelongToOneThreadEach) {
    const ScenarioRun run({"pages-of-threads"}, both);
    EXPECT_GE(inclusive(run.rows().at("threads.call")), 100 + 200 + 300 + 400);
    for (const Buffer& buffer : run.buffers()) {
        for (const Invocation& invocation : buffer.invocations) {
            EXPECT_GE(invocation.words.at(1), invocation.words[0]);
#ifndef PROXIMA_TEST_SANITIZED
            EXPECT_LT(invocation.words[1], invocation.words[0] + 90); // none of another thread
#endif
        }
    }
}

#ifndef PROXIMA_TEST_SANITIZED // sanitizers want to be loaded first, and touch pages of their own

const Scenario elsewhere("elsewhere", [](const Arguments&) {
    if (chdir("/") != 0) {
        return 1;
    }
    Function target;
    Proxy(target, "elsewhere").call(0);
    return 0;
});

// A relative path names another library than at the start then.
TEST(CountersInRuns, FindALibraryByRelativePathAfterAChangeOfDirectory) {
    const proxima::unit::TemporaryDirectory directory;
    std::filesystem::create_directory_symlink(PROXIMA_RUNTIME_DIRECTORY, directory.path() / "lib");
    const Environment preload("LD_PRELOAD", "lib/" PROXIMA_RUNTIME_NAME);
    const std::string output = (directory.path() / "run").string();
    const ScenarioRun run({"elsewhere"}, ("quiet=on,counters=PAGE_FAULTS,output=" + output).c_str(),
                          directory.path());
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("elsewhere.call").counted.size(), 1U) << run.output();
}

const Scenario pages_of_paths("pages-of-paths", [](const Arguments&) {
    Function target;
    std::vector<std::unique_ptr<Proxy>> inner;
    for (int i = 0; i < 4000; ++i) {
        inner.push_back(std::make_unique<Proxy>(target, std::to_string(i)));
    }
    Function outer_target([&](int n) {
        for (const auto& proxy : inner) {
            proxy->call(0);
        }
        return n;
    });
    return Proxy(outer_target, "outer").call(0);
});

// 4000 nodes take 250 pages; the invocations themselves touch less than 60.
TEST(CountersInRuns, OfTheRuntimeCountForNoCall) {
    const auto rows = ScenarioRun({"pages-of-paths"}, both).rows();
    EXPECT_EQ(rows.size(), 4001U);
    EXPECT_LT(inclusive(rows.at("outer.call")), 150);
}

#endif

TEST(CountersInRuns, OfInvocationsSurviveAKill) {
    const ScenarioRun run({"pages", "100", "killed"}, both);
    ASSERT_TRUE(WIFSIGNALED(run.status()));
    int outer_calls = 0;
    for (const Invocation& invocation : run.invocations()) {
        const bool is_outer = invocation.path == "outer.call";
        outer_calls += is_outer ? 1 : 0;
        EXPECT_GE(invocation.words.at(1), is_outer ? 500U : 200U);
    }
    EXPECT_EQ(outer_calls, 3);
}

TEST(CountersInRuns, AreReportedOnceAndSkippedIfUnavailable) {
    const ScenarioRun run({"pages", "10"}, "quiet=on,counters=NO_SUCH_COUNTER;PAGE_FAULTS");
    ASSERT_TRUE(run.succeeded());
    EXPECT_TRUE(run.says("NO_SUCH_COUNTER")) << run.output();
    EXPECT_EQ(run.lines(), 1);
    EXPECT_NE(run.loss_reasons().find("NO_SUCH_COUNTER"), std::string::npos);
    EXPECT_GE(inclusive(run.rows().at("outer.call")), 3 * 50);
}

double processor_microseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

constexpr int competing_calls = 50; // of each thread, and inside of each another one
constexpr double planted_us = 500;  // processor time of a call without its callees
constexpr double slower_us = 550;   // of a component that is 10 % slower

// Four threads for each processor.
std::size_t competitors() {
    return std::size_t{4} * std::max(std::thread::hardware_concurrency(), 1U);
}

// Threads with calls of known processor time. Reading that time here, too, makes the kernel
// reschedule within the call about as often as the runtime's own readings do.
const Scenario competing_threads("competing-threads", [](const Arguments& arguments) {
    const auto work = [work_us = std::stod(arguments.at(0))](int n) {
        const double begin = processor_microseconds();
        while (processor_microseconds() < begin + work_us) {
        }
        return n;
    };
    Function inner_target(work);
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return work(inner.call(n)); });
    Proxy outer(outer_target, "outer");
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < competitors(); ++i) {
        threads.emplace_back([&] { call_times(outer, competing_calls); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return 0;
});

TEST(CountersInRuns, PreemptionIsNeitherProcessorTimeNorOverhead) {
    const ScenarioRun run({"competing-threads", std::to_string(planted_us)},
                          "quiet=on,counters=THREAD_CPU_TIME");
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto rows = run.rows();
    const Statistics& outer = rows.at("outer.call");
    const Statistics& inner = rows.at("outer.call/inner.call");
    const double planted = planted_us * competing_calls * static_cast<double>(competitors());
    // A part of measuring the inner call is the outer one's; ThreadSanitizer makes it dear.
    EXPECT_NEAR(exclusive(inner), planted, planted * 0.05);
    EXPECT_NEAR(exclusive(outer), planted, planted * 0.1);
    EXPECT_GE(outer.inclusive_us, 2 * planted * 0.99);
    constexpr double for_set_up = 20'000;
    const double reading = run.info()["counters"]["read_ns"].get<double>() / 1e3;
    // Two for each call, and two around the evaluation of its parameter, which takes below 1 us.
    const auto readings = static_cast<double>(4 * (outer.calls + inner.calls));
    EXPECT_LE(run.info()["overhead_us"].get<double>(), readings * (reading + 0.5) + for_set_up);
}

// Three runs each, in turns. The processor time tells the planted 10 %; the wall time, which has
// the preemption, may tell nothing, but not the opposite.
TEST(CountersInRuns, PreemptionMakesNoSlowerComponentFaster) {
    std::vector<proxima::compare::RunTimes> slower;
    std::vector<proxima::compare::RunTimes> faster;
    double processor_us[2] = {0, 0};
    for (int i = 0; i < 3; ++i) {
        for (const bool is_slower : {true, false}) {
            const ScenarioRun run(
                {"competing-threads", std::to_string(is_slower ? slower_us : planted_us)},
                "quiet=on,counters=THREAD_CPU_TIME");
            (is_slower ? slower : faster)
                .push_back(
                    {"run", run.graph(), proxima::rundir::load_run_info(run.run() / "run.json")});
            processor_us[is_slower ? 1 : 0] += inclusive(run.rows().at("outer.call"));
        }
    }
    EXPECT_NEAR(processor_us[1] / processor_us[0], slower_us / planted_us, 0.06);
    const auto comparison = proxima::compare::compare(slower, faster);
    EXPECT_TRUE(proxima::compare::excesses(comparison, 0).empty());
}

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

// Returns the time that spinning took, in microseconds: preemption makes it longer.
double spin(microseconds time) {
    const auto begin = Clock::now();
    auto now = begin;
    while (now < begin + time) {
        now = Clock::now();
    }
    return std::chrono::duration<double, std::micro>(now - begin).count();
}

// Three nested calls that spin, as the evaluation of their parameter does. Writes their times.
const Scenario spins("spins", [](const Arguments& arguments) {
    double in_leaf = 0;
    double in_middle = 0;
    double in_parameters = 0;
    Function leaf_target([&](int n) {
        in_leaf += spin(microseconds(200));
        return n;
    });
    Proxy leaf(leaf_target, "leaf");
    Function middle_target([&](int n) {
        in_middle += spin(microseconds(100));
        return leaf.call(n) + leaf.call(n);
    });
    Proxy middle(middle_target, "middle");
    Function top_target([&](int n) { return middle.call(n); });
    Proxy top(top_target, "top");
    Function called_by_parameters;
    Proxy unseen(called_by_parameters, "unseen");
    scenario::before_reading = [&] {
        in_parameters += spin(microseconds(100));
        unseen.nothing();
    };
    call_times(top, std::stoi(arguments.at(0)));
    scenario::before_reading = {};
    std::ofstream("spun") << in_leaf << ' ' << in_middle << ' ' << in_parameters;
    return 0;
});

// Clocks agree within 1 %. The shortest call was not preempted, so its time is known.
void expect_shortest(const Statistics& row, double us) {
    const double shortest = row.min_us;
    EXPECT_GE(shortest, us * 0.99);
    EXPECT_LE(shortest, us * 1.15);
}

class Account : public testing::TestWithParam<const char*> {};

// The expected times come from the workload, not from the runtime.
TEST_P(Account, EvaluatingParametersBelongsToNoInvocation) {
    const ScenarioRun run({"spins", "300"}, GetParam());
    ASSERT_TRUE(run.succeeded()) << run.output();
    double in_leaf = 0;
    double in_middle = 0;
    double in_parameters = 0;
    std::ifstream(run.directory() / "spun") >> in_leaf >> in_middle >> in_parameters;
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U); // nothing of what the parameters call
    const Statistics& leaf = rows.at("top.call/middle.call/leaf.call");
    const Statistics& middle = rows.at("top.call/middle.call");
    EXPECT_EQ(leaf.calls, 600U);
    expect_shortest(leaf, 200);
    expect_shortest(middle, 100 + 2 * 200);
    expect_shortest(rows.at("top.call"), 100 + 2 * 200);
    EXPECT_GE(leaf.exclusive_us, in_leaf * 0.99);
    EXPECT_GE(middle.exclusive_us, in_middle * 0.99);
    EXPECT_GE(run.info()["overhead_us"], in_parameters * 0.99);
    for (const auto& [path, row] : rows) {
        if (!row.counted.empty()) { // processor time
            EXPECT_LE(exclusive(row), row.exclusive_us * 1.1 + 1000) << path;
        }
    }
}

// Calls that spin 2 ms, work for the runtime 4 ms, of which 2 ms twice, and spin 2 ms.
const Scenario works("works", [](const Arguments&) {
    Function target([](int n) {
        spin(microseconds(2000));
        {
            const proxima::detail::OwnWork outer;
            spin(microseconds(2000));
            const proxima::detail::OwnWork inner;
            spin(microseconds(2000));
        }
        spin(microseconds(2000));
        return n;
    });
    Proxy proxy(target, "worker");
    call_times(proxy, 50);
    return 0;
});

TEST(OwnWork, IsTakenOutOnce) {
    const ScenarioRun run({"works"}, "quiet=on");
    ASSERT_TRUE(run.succeeded()) << run.output();
    expect_shortest(run.rows().at("worker.call"), 4000);
}

INSTANTIATE_TEST_SUITE_P(Of, Account,
                         testing::Values("quiet=on", "quiet=on,records=aggregate",
                                         "quiet=on,clock=monotonic",
                                         "quiet=on,counters=THREAD_CPU_TIME"));

} // namespace
