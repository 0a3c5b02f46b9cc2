// Calls that a call hands over to other threads, in the tree that the run writes and the one that
// the records give.
#include "scenario_run.hpp"

#include <proxima/context.hpp>
#include <proxima/control.hpp>

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace rundir = proxima::rundir;

namespace {

using Rows = std::map<std::string, rundir::Statistics>;

// Statistics by path.
Rows rows_of(const rundir::CallGraph& graph) {
    std::vector<std::string> paths; // parents first
    Rows rows;
    for (const rundir::Node& node : graph.nodes) {
        const bool is_root = node.parent == rundir::Node::no_parent;
        paths.push_back((is_root ? "" : paths[node.parent] + "/") + graph.component(node).name);
        rows[paths.back()] = node.statistics;
    }
    return rows;
}

Rows written(const ScenarioRun& run, const std::string& name = "run") {
    return rows_of(rundir::load_call_graph(run.directory() / name / "callgraph.json"));
}

Rows recorded(const ScenarioRun& run) {
    rundir::ReadOutcome outcome;
    return rows_of(rundir::rebuild_call_graph(rundir::RunDirectory::open(run.run()), outcome,
                                              rundir::PartsOf::ranks));
}

std::map<std::string, std::uint64_t> calls_of(const Rows& rows) {
    std::map<std::string, std::uint64_t> calls;
    for (const auto& [path, statistics] : rows) {
        calls[path] = statistics.calls;
    }
    return calls;
}

using Calls = std::map<std::string, std::uint64_t>;

// Runs `work` on threads of their own, as often as each is told.
void on_threads(int threads, const std::function<void()>& work) {
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) {
        running.emplace_back(work);
    }
    for (std::thread& thread : running) {
        thread.join();
    }
}

constexpr int threads = 4;
constexpr int calls_of_each = 25;

// Two callers, each with a worker that calls another, on threads of their own.
int hand_over(const std::function<void()>& at_the_end) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function worker_target([&](int n) {
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        return inner.call(n);
    });
    Proxy worker(worker_target, "worker");
    Function driver_target([&](int n) {
        worker.call(n);
        on_threads(threads, [&, context = proxima::capture()] {
            for (int i = 0; i < calls_of_each; ++i) {
                const proxima::Adopt adopted(context);
                worker.call(n);
            }
            worker.call(n); // nobody has handed this over
        });
        return n;
    });
    Proxy first(driver_target, "first");
    Proxy second(driver_target, "second");
    first.call(1);
    second.call(2);
    at_the_end();
    return 0;
}

const Scenario handed_over("handed-over", [](const Arguments&) { return hand_over([] {}); });
const Scenario handed_over_and_killed("handed-over-and-killed", [](const Arguments&) {
    return hand_over([] { kill(getpid(), SIGKILL); });
});

constexpr std::uint64_t handed = std::uint64_t{threads} * calls_of_each;
const Calls calls_handed_over = {{"first.call", 1},
                                 {"first.call/worker.call", handed + 1},
                                 {"first.call/worker.call/inner.call", handed + 1},
                                 {"second.call", 1},
                                 {"second.call/worker.call", handed + 1},
                                 {"second.call/worker.call/inner.call", handed + 1},
                                 {"worker.call", std::uint64_t{2} * threads},
                                 {"worker.call/inner.call", std::uint64_t{2} * threads}};

// The callers work once, and wait: what they handed over is not taken out of their own time, but
// what they and the workers call themselves is.
void expect_times(const Rows& rows) {
    for (const char* const driver : {"first.call", "second.call"}) {
        const rundir::Statistics& times = rows.at(driver);
        const std::string worker = std::string(driver) + "/worker.call";
        const rundir::CallTimes& elsewhere = rows.at(worker).elsewhere;
        EXPECT_EQ(elsewhere.calls, handed);
        EXPECT_GE(elsewhere.inclusive_us, handed * 100.0);
        EXPECT_EQ(rows.at(worker + "/inner.call").elsewhere.inclusive_us, 0);
        EXPECT_NEAR(times.exclusive_us + rows.at(worker).inclusive_us - elsewhere.inclusive_us,
                    times.inclusive_us, 1e-6 * times.inclusive_us);
        EXPECT_GE(rows.at(worker).inclusive_us, handed * 100.0);
        EXPECT_NEAR(rows.at(worker).exclusive_us + rows.at(worker + "/inner.call").inclusive_us,
                    rows.at(worker).inclusive_us, 1e-6 * rows.at(worker).inclusive_us);
    }
}

TEST(Context, PutsWorkBelowTheCallThatHandedItOver) {
    for (const char* const configuration : {"quiet=on", "quiet=on,counters=THREAD_CPU_TIME"}) {
        const ScenarioRun run({"handed-over"}, configuration);
        ASSERT_TRUE(run.succeeded()) << run.output();
        for (const Rows& rows : {written(run), recorded(run)}) {
            EXPECT_EQ(calls_of(rows), calls_handed_over);
            expect_times(rows);
        }
    }
}

TEST(Context, SurvivesAKill) {
    const ScenarioRun run({"handed-over-and-killed"});
    EXPECT_EQ(run.status(), SIGKILL);
    const Rows rows = recorded(run);
    EXPECT_EQ(calls_of(rows), calls_handed_over);
    expect_times(rows);
}

// A task that captures within adopted work hands the same place on.
const Scenario handed_on("handed-on", [](const Arguments&) {
    Function nothing;
    Proxy worker(nothing, "worker");
    Function driver_target([&](int n) {
        on_threads(2, [&, context = proxima::capture()] {
            const proxima::Adopt adopted(context);
            on_threads(2, [&, inner = proxima::capture()] {
                const proxima::Adopt also(inner);
                worker.call(n);
            });
        });
        return n;
    });
    Proxy driver(driver_target, "driver");
    driver.call(1);
    return 0;
});

TEST(Context, IsHandedOn) {
    const ScenarioRun run({"handed-on"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(calls_of(written(run)), (Calls{{"driver.call", 1}, {"driver.call/worker.call", 4}}));
}

// Contexts of ended threads, adopted twice, inside an open call, empty ones, and after the run.
const Scenario misused("misused", [](const Arguments&) {
    Function nothing;
    Proxy worker(nothing, "worker");
    proxima::Context context;
    {
        const proxima::Adopt empty(context);
        worker.call(0);
    }
    Function driver_target([&](int n) {
        context = proxima::capture();
        return n;
    });
    Proxy driver(driver_target, "driver");
    std::thread([&] { driver.call(1); }).join();
    {
        const proxima::Adopt once(context);
        const proxima::Adopt twice(context);
        worker.call(1);
    }
    auto longer = std::make_unique<proxima::Adopt>(context);
    auto shorter = std::make_unique<proxima::Adopt>(context);
    longer.reset(); // before the one inside
    worker.call(2);
    shorter.reset();
    Function open_target([&](int n) {
        const proxima::Adopt inside(context);
        return worker.call(n);
    });
    Proxy open(open_target, "open");
    open.call(3);
    auto across = std::make_unique<proxima::Adopt>(context);
    const pid_t child = fork();
    if (child == 0) {
        across.reset();
        const proxima::Adopt of_the_parent(context);
        worker.call(4);
        proxima::finish();
        _exit(0);
    }
    waitpid(child, nullptr, 0);
    across.reset();
    proxima::finish();
    const proxima::Adopt late(context);
    worker.call(5);
    return proxima::capture() ? 1 : 0;
});

TEST(Context, MayBeMisused) {
    const ScenarioRun run({"misused"});
    ASSERT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.lines(), 0) << run.output();
    EXPECT_EQ(calls_of(written(run)), (Calls{{"driver.call", 1},
                                             {"driver.call/worker.call", 1},
                                             {"open.call", 1},
                                             {"open.call/worker.call", 1},
                                             {"worker.call", 2}}));
    ASSERT_EQ(run.children().size(), 1U);
    EXPECT_EQ(calls_of(written(run, run.children()[0])).at("driver.call/worker.call"), 1U);
}

// Without Proxima's configuration, contexts are empty and cost nothing.
const Scenario unmeasured("unmeasured-context", [](const Arguments&) {
    bool is_empty = false;
    Function target([&](int n) {
        is_empty = !proxima::capture();
        return n;
    });
    Proxy(target, "driver").call(1);
    return is_empty ? 0 : 1;
});

TEST(Context, IsEmptyWhereNothingIsMeasured) {
    EXPECT_TRUE(ScenarioRun({"unmeasured-context"}, nullptr, {}).succeeded());
}

} // namespace
