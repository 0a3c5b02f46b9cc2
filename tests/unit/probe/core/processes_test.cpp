// Threads, forks, new programs and plug-ins.
#include "scenario_run.hpp"

#include <proxima/control.hpp>

#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

std::size_t threads_of(const Buffer& buffer) {
    std::set<std::uint64_t> threads;
    for (const Invocation& invocation : buffer.invocations) {
        threads.insert(invocation.thread);
    }
    return threads.size();
}

const Scenario one_by_one("one-by-one", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "worker");
    for (int i = 0; i < 50; ++i) {
        std::thread([&] { proxy.call(i); }).join();
    }
    return 0;
});

TEST(Threads, TakeOverTheBuffersOfThreadsThatHaveEnded) {
    const ScenarioRun run({"one-by-one"});
    EXPECT_EQ(run.rows().at("worker.call").calls, 50U);
    const auto buffers = run.buffers();
    ASSERT_EQ(buffers.size(), 1U);
    EXPECT_EQ(threads_of(buffers[0]), 50U);
    for (std::size_t i = 0; i < buffers[0].invocations.size(); ++i) {
        EXPECT_EQ(buffers[0].invocations[i].thread, i);
        EXPECT_EQ(buffers[0].invocations[i].words, std::vector<std::uint64_t>{i});
    }
    EXPECT_EQ(run.info()["threads"], 50);
    EXPECT_EQ(run.info()["buffers"], 1);
}

// Four threads at once; the third to begin works longest.
const Scenario uneven_threads("uneven-threads", [](const Arguments&) {
    Function target([](int n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(n));
        return n;
    });
    Proxy proxy(target, "worker");
    std::atomic<int> begun = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            proxy.call(0);
            ++begun;
            while (begun < 4) {
                std::this_thread::yield();
            }
            proxy.call(i == 2 ? 400 : 0);
        });
        while (begun == i) {
            std::this_thread::yield();
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return 0;
});

// Without records, too: the call graph has the spread, and so has a recovered one.
TEST(Threads, SpreadIsOverAllThreads) {
    for (const char* const configuration : {"quiet=on", "quiet=on,records=off"}) {
        const ScenarioRun run({"uneven-threads"}, configuration);
        const auto worker = run.rows().at("worker.call");
        EXPECT_EQ(worker.calls, 8U);
        EXPECT_EQ(worker.threads.threads, 4U);
        EXPECT_EQ(worker.threads.most_thread, 2U);
        EXPECT_GE(worker.threads.most_us, 4e5);
        EXPECT_LT(worker.threads.least_us, worker.threads.most_us);
    }
    proxima::rundir::ReadOutcome outcome;
    const ScenarioRun run({"uneven-threads"});
    const auto recovered = proxima::rundir::rebuild_call_graph(
        proxima::rundir::RunDirectory::open(run.run()), outcome);
    const auto& threads = recovered.nodes.at(0).statistics.threads;
    EXPECT_EQ(threads.threads, 4U);
    EXPECT_EQ(threads.most_thread, 2U);
    EXPECT_NEAR(threads.most_us, run.rows().at("worker.call").threads.most_us, 1);
}

const Scenario finish_among_threads("finish-among-threads", [](const Arguments&) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    std::atomic<bool> stop = false;
    std::atomic<int> running = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; !stop; ++n) {
                outer.call(n);
                running += n == 5000 ? 1 : 0;
            }
        });
    }
    while (running < 3) {
        std::this_thread::yield();
    }
    proxima::finish();
    proxima::enable(); // does not resume it
    outer.call(0);
    stop = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    return 0;
});

TEST(Threads, MayCallWhileTheRunFinishes) {
    const ScenarioRun run({"finish-among-threads"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    std::uint64_t recorded = 0;
    for (const Buffer& buffer : run.buffers()) {
        recorded += buffer.invocations.size();
    }
    EXPECT_EQ(run.info()["records"], recorded);
    EXPECT_GT(recorded, 3U * 5000U);
    EXPECT_EQ(run.buffers().size(), 3U); // nothing of the thread that called after the end
}

const Scenario cancelled("cancelled", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "cancelled");
    std::thread([&] {
        pthread_cancel(pthread_self());
        call_times(proxy, 100'000); // writes files: cancellation points elsewhere
    }).join();
    return 0;
});

TEST(Threads, AreNotCancelledWithinTheRuntime) {
    EXPECT_EQ(ScenarioRun({"cancelled"}).rows().at("cancelled.call").calls, 100'000U);
}

// One of two threads is cancelled in a measured call; a third one takes over its buffer.
const Scenario one_is_cancelled("one-is-cancelled", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "both");
    std::atomic<bool> waits = false;
    Function waiting_target([&](int) -> int {
        waits = true;
        while (true) { // in pause(), ThreadSanitizer would lose sight of its later locks
            pthread_testcancel();
        }
    });
    Proxy waiting(waiting_target, "cancelled");
    std::thread cancelled([&] {
        call_times(proxy, 1000);
        waiting.call(0);
    });
    std::thread other([&] { call_times(proxy, 100'000); });
    while (!waits) {
        std::this_thread::yield();
    }
    pthread_cancel(cancelled.native_handle());
    cancelled.join();
    std::thread([&] { call_times(proxy, 10); }).join();
    other.join();
    return 0;
});

TEST(Threads, ThatAreCancelledHarmNoOther) {
    const ScenarioRun run({"one-is-cancelled"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("both.call").calls, 101'010U);
    EXPECT_EQ(run.rows().at("cancelled.call").calls, 1U);
    EXPECT_EQ(run.info()["records"], 101'011);
}

const Scenario fork_and_measure("fork-and-measure", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "both");
    call_times(proxy, 3000);
    const pid_t child = fork();
    if (child == 0) {
        call_times(proxy, 10);
        std::thread([&] { call_times(proxy, 100); }).join();
        std::exit(0);
    }
    call_times(proxy, 1000);
    return wait_for(child);
});

TEST(Processes, AChildMeasuresIntoARunOfItsOwn) {
    const ScenarioRun run({"fork-and-measure"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("both.call").calls, 4000U);
    EXPECT_EQ(run.invocations().size(), 4000U);
    const auto children = run.children();
    ASSERT_EQ(children.size(), 1U);
    EXPECT_EQ(run.rows(children[0]).at("both.call").calls, 110U);
    EXPECT_EQ(run.info(children[0])["parent_run"], run.run().string());
    const auto buffers = run.buffers(children[0]);
    ASSERT_EQ(buffers.size(), 2U);
    EXPECT_EQ(buffers[0].invocations.size(), 10U);
    EXPECT_EQ(buffers[0].invocations[9].words, std::vector<std::uint64_t>{9});
}

// The child must not inherit the locks of the other threads.
const Scenario fork_among_threads("fork-among-threads", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "busy");
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] { call_times(proxy, 200'000); });
    }
    int failures = 0;
    for (int i = 0; i < 20; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            call_times(proxy, 1);
            std::exit(0);
        }
        failures += wait_for(child) == 0 ? 0 : 1;
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return failures;
});

TEST(Processes, MayForkWhileOtherThreadsCall) {
    const ScenarioRun run({"fork-among-threads"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_EQ(run.rows().at("busy.call").calls, 400'000U);
    for (const std::string& child : run.children()) {
        EXPECT_EQ(run.rows(child).at("busy.call").calls, 1U);
    }
    EXPECT_EQ(run.children().size(), 20U);
}

const Scenario execute("execute", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "before");
    call_times(proxy, 5);
    execl("/proc/self/exe", "test", "--scenario", "loop", "7", nullptr);
    return 1;
});

// exec() is like a kill for the old program; the new one has a run of its own.
TEST(Processes, ANewProgramHasARunOfItsOwn) {
    const ScenarioRun run({"execute"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.info("run")["complete"], false);
    EXPECT_EQ(run.invocations().size(), 5U);
    EXPECT_EQ(run.rows("run-2").at("loop.call").calls, 7U);
}

TEST(Processes, RanksWithoutLibproximaMpiAreReported) {
    const Environment size("OMPI_COMM_WORLD_SIZE", "3");
    for (const std::string rank : {"0", "1"}) {
        const Environment own("OMPI_COMM_WORLD_RANK", rank);
        EXPECT_EQ(ScenarioRun({"loop", "1"}, "quiet=off").says("libproxima_mpi"), rank == "0");
    }
}

const Scenario plug_in("plug-in", [](const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "host");
    for (int load = 0; load < 3; ++load) {
        void* const library = dlopen(arguments.at(0).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            return 1;
        }
        const auto call = reinterpret_cast<int (*)(int)>(dlsym(library, "plugin_call"));
        for (int i = 0; i < 100; ++i) {
            if (call(i) != i) {
                return 2;
            }
        }
        proxy.call(load);
        dlclose(library);
        if (dlopen(arguments.at(0).c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr) {
            return 3; // still loaded: this tests nothing
        }
        proxy.call(load);
    }
    return 0;
});

TEST(Processes, PlugInsMayBeUnloadedAndLoadedAgain) {
    const ScenarioRun run({"plug-in", PROXIMA_PLUGIN});
    ASSERT_TRUE(run.succeeded()) << run.output();
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("plugged.call").calls, 300U);
    EXPECT_EQ(rows.at("host.call").calls, 6U);
}

} // namespace
