// Ends of processes, and the files that they leave.
#include "scenario_run.hpp"

#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

TEST(Endings, RunJsonDescribesTheRun) {
    const ScenarioRun run({"loop", "10"});
    const auto info = run.info();
    EXPECT_EQ(info["format"], 1);
    EXPECT_EQ(info["command"], nlohmann::json::array({fs::read_symlink("/proc/self/exe").string(),
                                                      "--scenario", "loop", "10"}));
    EXPECT_EQ(info["directory"], fs::canonical(run.directory()).string());
    EXPECT_EQ(info["invocations"], 10);
    EXPECT_EQ(info["records"], 10);
    EXPECT_EQ(info["threads"], 1);
    EXPECT_EQ(info["configuration"]["text"], "output=run,quiet=on");
    EXPECT_EQ(info["record_bytes"], fs::file_size(run.run() / "records" / "0-0.rec"));
    EXPECT_GT(info["cost_of_one_call_ns"]["recorded"], 0);
    EXPECT_TRUE(info["cost_of_one_mpi_call_ns"].is_null());
    EXPECT_GT(info["duration_us"], 0);
    EXPECT_LT(info["start"], info["end"]);
    EXPECT_EQ(info["methods"].at(0), "scenario::ScenarioPort::call");
}

const Scenario exit_elsewhere("exit-elsewhere", [](const Arguments&) {
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
});

TEST(Endings, AProcessMayExitWhileOtherThreadsCall) {
    const ScenarioRun run({"exit-elsewhere"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_GT(run.rows().at("busy.call").calls, 0U);
}

struct CallsWhenDestroyed {
    explicit CallsWhenDestroyed(Proxy& called) : proxy(called) {}
    CallsWhenDestroyed(const CallsWhenDestroyed&) = delete;
    CallsWhenDestroyed& operator=(const CallsWhenDestroyed&) = delete;
    ~CallsWhenDestroyed() { call_times(proxy, 7); }
    Proxy& proxy;
};

const Scenario destructors("destructors", [](const Arguments&) {
    static Function target;
    static Proxy proxy(target, "late");
    static const CallsWhenDestroyed last(proxy);
    std::thread([&] {
        thread_local const CallsWhenDestroyed at_thread_exit(proxy);
        call_times(proxy, 3);
    }).join();
    return 0;
});

TEST(Endings, CallsInDestructorsAreMeasured) {
    EXPECT_EQ(ScenarioRun({"destructors"}).rows().at("late.call").calls, 3U + 7 + 7);
}

// Makes calls, and is then killed by the signal.
const Scenario killed("killed", [](const Arguments& arguments) {
    static Function inner_target;
    static Proxy inner(inner_target, "inner");
    const int signal = std::stoi(arguments.at(0));
    const int calls = std::stoi(arguments.at(1));
    static Function outer_target([=](int n) -> int {
        if (n == calls) {
            signal == SIGKILL ? kill(getpid(), SIGKILL) : std::raise(signal);
        }
        return inner.call(n);
    });
    static Proxy outer(outer_target, "outer");
    call_times(outer, calls + 1);
    return 1;
});

class Killed : public testing::TestWithParam<int> {};

// Numbers of calls around the size of a block.
TEST_P(Killed, LosesNothingThatWasCompleted) {
    for (const int signal : {SIGKILL, SIGSEGV, SIGABRT}) {
        const ScenarioRun run({"killed", std::to_string(signal), std::to_string(GetParam())});
        ASSERT_TRUE(WIFSIGNALED(run.status()));
        EXPECT_EQ(WTERMSIG(run.status()), signal);
        EXPECT_EQ(run.info()["complete"], false);
        EXPECT_TRUE(fs::exists(run.run() / "records" / "0-0.buffer"));
        const auto buffers = run.buffers();
        ASSERT_EQ(buffers.size(), 1U);
        const auto& invocations = buffers[0].invocations;
        ASSERT_EQ(invocations.size(), 2 * static_cast<std::size_t>(GetParam()));
        for (std::size_t i = 0; i < invocations.size(); ++i) {
            ASSERT_EQ(invocations[i].words, std::vector<std::uint64_t>{i / 2});
        }
    }
}

INSTANTIATE_TEST_SUITE_P(After, Killed, testing::Values(0, 1, 2047, 2048, 2049, 4096, 100'000));

TEST(Endings, ARunDirectoryIsNeverOverwritten) {
    const ScenarioRun first({"loop", "1"});
    fs::create_directory(first.directory() / "empty");
    const ScenarioRun second({"loop", "2"}, "output=run,quiet=on", first.directory());
    const ScenarioRun third({"loop", "3"}, "output=run/,quiet=on", first.directory());
    const ScenarioRun fourth({"loop", "4"}, "output=empty,quiet=on", first.directory());
    EXPECT_EQ(first.rows("run").at("loop.call").calls, 1U);
    EXPECT_EQ(first.rows("run-2").at("loop.call").calls, 2U);
    EXPECT_EQ(first.rows("run-3").at("loop.call").calls, 3U);
    EXPECT_EQ(first.rows("empty").at("loop.call").calls, 4U);
}

TEST(Endings, RulesThatMatchNothingAreReported) {
    const ScenarioRun run({"loop", "1"}, "methods=*::cal=every:2,exclude=*::f(int)");
    EXPECT_TRUE(run.says("methods=*::cal matches no method")) << run.output();
    EXPECT_TRUE(run.says("exclude=*::f(int) matches no method")) << run.output();
    EXPECT_FALSE(ScenarioRun({"loop", "1"}, "include=*::call(int)").says("warning"));
}

const Scenario nothing("nothing", [](const Arguments&) { return 0; });

TEST(Endings, AProgramWithoutProxiesIsReported) {
    EXPECT_TRUE(ScenarioRun({"nothing"}, "quiet=off").says("no proxy"));
    EXPECT_EQ(ScenarioRun({"nothing"}, "quiet=on").output(), "");
    EXPECT_EQ(ScenarioRun({"nothing"}, nullptr, {}).output(), "");
}

// A wrong configuration or directory never stops the application.
TEST(Endings, WrongSettingsAreReportedOnce) {
    const std::pair<const char*, const char*> cases[] = {
        {"recrods=all", "recrods"},
        {"output=.", "output="},
        {"output=/", "output="},
        {"output=/proc/nowhere/run", "/proc/nowhere"}};
    for (const auto& [configuration, key_word] : cases) {
        const ScenarioRun run({"loop", "1"}, configuration, {});
        EXPECT_TRUE(run.succeeded());
        EXPECT_TRUE(run.says("error: ") && run.says(key_word)) << run.output();
        EXPECT_EQ(run.lines(), 1);
        EXPECT_FALSE(fs::exists(run.directory() / "proxima-run"));
    }
}

} // namespace
