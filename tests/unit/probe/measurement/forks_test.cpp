// Timers and events across fork().
#include "measured_process.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

bool in_child = false;

} // namespace

// LeakSanitizer asks at exit. To it a child leaks what the parent's threads own.
extern "C" int __lsan_is_turned_off() {
    return in_child ? 1 : 0;
}

namespace {

using namespace proxima::measurement;
using nlohmann::json;

// Forks a process that runs `action` and exits. Returns its run directory.
std::filesystem::path run_in_child(const std::function<void()>& action) {
    const pid_t child = fork();
    if (child == 0) {
        in_child = true;
        action();
        std::exit(testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    return run_directory().string() + ".child-" + std::to_string(child);
}

void call(Timer& timer, int times) {
    for (int i = 0; i < times; ++i) {
        const ScopedTimer running(timer);
    }
}

// Timers that run at the fork belong to the parent.
TEST(Forks, ChildrenMeasureIntoARunOfTheirOwn) {
    const auto outer = measurement().create_timer("fork.outer");
    const auto inner = measurement().create_timer("fork.inner");
    const auto event = measurement().create_event("fork.event");
    outer->start();
    call(*inner, 3);
    event->trigger(1);
    const auto run = run_in_child([&] {
        call(*inner, 2);
        event->trigger(5);
        outer->stop();
    });
    call(*inner, 1);
    outer->stop();
    EXPECT_EQ(values_of("fork.outer").calls, 1U);
    EXPECT_EQ(values_of("fork.outer").child_calls, 4U);
    EXPECT_EQ(values_of("fork.inner").calls, 4U);
    EXPECT_EQ(measurement().create_query()->event_data({"fork.event"}).maximum.at(0), 1);
    std::map<std::string, std::uint64_t> calls;
    const auto graph = json::parse(std::ifstream(run / "callgraph.json"));
    for (const json& row : graph["dataframe"]) {
        calls[row["name"]] += row["calls"].get<std::uint64_t>();
    }
    EXPECT_EQ(calls["default.fork.outer"], 0U);
    EXPECT_EQ(calls["default.fork.inner"], 2U);
    EXPECT_EQ(calls["event.fork.event"], 1U);
}

} // namespace
