// Timers across fork(), and of threads that end while they run.
#include "measured_process.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

bool in_child = false;

} // namespace

// LeakSanitizer asks at exit. To it, what a thread of the parent owns is leaked in a child, where
// that thread is not.
extern "C" int __lsan_is_turned_off() {
    return in_child ? 1 : 0;
}

namespace {

using namespace proxima::measurement;
using nlohmann::json;

// What a child of this process has left behind.
class Child {
public:
    // It does `action` and exits, as programs do. One that hangs is ended after a while.
    explicit Child(const std::function<void()>& action) {
        constexpr unsigned patience = 60;
        pid_ = fork();
        if (pid_ == 0) {
            in_child = true;
            alarm(patience);
            action();
            std::exit(testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
        }
        int status = 0;
        waitpid(pid_, &status, 0);
        succeeded_ = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
    }

    bool succeeded() const { return succeeded_; }
    std::filesystem::path directory() const {
        return run_directory().string() + ".child-" + std::to_string(pid_);
    }
    json file(const std::string& name) const {
        return json::parse(std::ifstream(directory() / name));
    }
    // Of the node or timer that has this name, all threads together.
    static std::uint64_t calls(const json& rows, const std::string& name) {
        std::uint64_t calls = 0;
        for (const json& row : rows) {
            calls += row["name"] == name ? row["calls"].get<std::uint64_t>() : 0;
        }
        return calls;
    }

private:
    pid_t pid_ = 0;
    bool succeeded_ = false;
};

void call(Timer& timer, int times) {
    for (int i = 0; i < times; ++i) {
        const ScopedTimer running(timer);
    }
}

// What runs at the moment of the fork is the parent's.
TEST(Forks, ChildrenMeasureIntoARunOfTheirOwn) {
    const auto outer = measurement().create_timer("fork.outer");
    const auto inner = measurement().create_timer("fork.inner");
    const auto event = measurement().create_event("fork.event");
    outer->start();
    call(*inner, 3);
    event->trigger(1);
    const Child child([&] {
        call(*inner, 2);
        event->trigger(5);
        outer->stop();
    });
    call(*inner, 1);
    outer->stop();
    EXPECT_TRUE(child.succeeded());
    EXPECT_EQ(values_of("fork.outer").calls, 1U);
    EXPECT_EQ(values_of("fork.outer").child_calls, 4U);
    EXPECT_EQ(values_of("fork.inner").calls, 4U);
    EXPECT_EQ(measurement().create_query()->event_data({"fork.event"}).maximum.at(0), 1);

    const json graph = child.file("callgraph.json");
    EXPECT_EQ(Child::calls(graph["dataframe"], "default.fork.outer"), 0U);
    EXPECT_EQ(Child::calls(graph["dataframe"], "default.fork.inner"), 2U);
    EXPECT_EQ(Child::calls(graph["dataframe"], "event.fork.event"), 1U);
    const json run = child.file("run.json");
    EXPECT_EQ(run["parent_run"], run_directory().string());
    EXPECT_EQ(run["counters"]["names"].size(), 3U); // as the parent
}

TEST(Forks, AmongThreadsThatMeasure) {
    constexpr int children = 20;
    const auto busy = measurement().create_timer("fork.busy");
    const auto calm = measurement().create_timer("fork.calm");
    const auto event = measurement().create_context_event("fork.busy event");
    std::atomic<bool> ended{false};
    std::atomic<std::uint64_t> calls{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] {
            while (!ended) {
                call(*busy, 100);
                call(*measurement().create_timer("fork.busy"), 1); // looks for what it counts in
                event->trigger(1);
                calls += 101;
            }
        });
    }
    for (int i = 0; i < children; ++i) {
        const Child child([&] {
            call(*calm, 1);
            event->trigger(2);
            EXPECT_EQ(values_of("fork.busy").calls, 0U);
            EXPECT_EQ(values_of("fork.calm").calls, 1U);
            EXPECT_TRUE(measurement().create_query()->active_timers().empty());
            std::thread([&] { call(*busy, 7); }).join();
            EXPECT_EQ(values_of("fork.busy").calls, 7U);
        });
        EXPECT_TRUE(child.succeeded());
    }
    ended = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(values_of("fork.busy").calls, calls.load());
    EXPECT_EQ(values_of("fork.calm").calls, 0U);
}

// Thread-local objects are destroyed after the thread has left its profile.
TEST(Threads, MayUseTimersWhileTheyEnd) {
    static const auto late = measurement().create_timer("late");
    struct AtExit {
        ~AtExit() { call(*late, 1); }
    };
    std::thread([&] {
        thread_local const AtExit at_exit;
        call(*late, 1);
    }).join();
    EXPECT_GE(values_of("late").calls, 1U);
    EXPECT_LE(values_of("late").calls, 2U);
}

} // namespace
