// Calls of every kind on one thread, in the call graph and in the records.
#include "scenario_run.hpp"

#include <bit>
#include <csignal>
#include <cstring>
#include <pthread.h>

namespace {

using Words = std::vector<std::uint64_t>;

const Scenario loop("loop", [](const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "loop");
    call_times(proxy, std::stoi(arguments.at(0)));
    return 0;
});

TEST(Calls, AreRecordedIntoTheDefaultDirectoryWithOn) {
    const ScenarioRun run({"loop", "10"}, "on", {});
    EXPECT_TRUE(run.says((run.directory() / "proxima-run").string())) << run.output();
    EXPECT_EQ(run.lines(), 1);
    EXPECT_EQ(run.rows("proxima-run").at("loop.call").calls, 10U);
}

// outer calls inner for every third n; inner is also called directly.
const Scenario nest("nest", [](const Arguments&) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return n % 3 == 0 ? inner.call(n) : 0; });
    Proxy outer(outer_target, "outer");
    for (int i = 0; i < 900; ++i) {
        outer.call(i);
        inner.call(i);
    }
    return 0;
});

const Scenario recurse("recurse", [](const Arguments& arguments) {
    Proxy* self = nullptr;
    Function target([&](int n) { return n == 0 ? 0 : self->call(n - 1) + 1; });
    Proxy proxy(target, "deep");
    self = &proxy;
    const int depth = std::stoi(arguments.at(0)) - 1;
    return proxy.call(depth) == depth && proxy.call(depth) == depth ? 0 : 1;
});

TEST(Calls, CallsBelowTheDepthLimitAreLost) {
    const ScenarioRun run({"recurse", "100"}, "quiet=on,depth=3");
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.at("deep.call/deep.call/deep.call").calls, 2U);
    EXPECT_EQ(run.invocations().size(), 6U);
    EXPECT_EQ(run.lost(), 2 * 97U);
    EXPECT_NE(run.loss_reasons().find("depth="), std::string::npos);
}

// ThreadSanitizer has room for 65,536 frames of the stack.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FEW_FRAMES
#endif
#endif
#ifdef FEW_FRAMES
constexpr std::size_t very_deep = 5'000;
#else
constexpr std::size_t very_deep = 100'000;
#endif

// Calls down to a depth. With a second argument, the process is killed there.
const Scenario recurse_deeply("recurse-deeply", [](const Arguments& arguments) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 30);
    pthread_t thread{};
    const auto run = [](void*) -> void* {
        Proxy* self = nullptr;
        Function target([&](int n) { return n == 0 ? 0 : self->call(n - 1) + 1; });
        Proxy proxy(target, "deep");
        self = &proxy;
        proxy.call(very_deep - 1);
        return nullptr;
    };
    pthread_create(&thread, &attributes, run, nullptr);
    pthread_join(thread, nullptr);
    return arguments.empty() ? 0 : std::raise(SIGKILL);
});

TEST(Calls, MayNestVeryDeeply) {
    const auto expect_deep = [](const proxima::rundir::CallGraph& graph) {
        ASSERT_EQ(graph.nodes.size(), very_deep);
        EXPECT_EQ(graph.nodes.back().depth, very_deep - 1);
        EXPECT_EQ(graph.nodes.back().statistics.calls, 1U);
    };
    const std::string configuration = "quiet=on,depth=1000000";
    const ScenarioRun run({"recurse-deeply"}, configuration);
    ASSERT_TRUE(run.succeeded()) << run.output();
    expect_deep(run.graph());
    const ScenarioRun killed({"recurse-deeply", "killed"}, configuration);
    proxima::rundir::ReadOutcome outcome;
    expect_deep(proxima::rundir::rebuild_call_graph(
        proxima::rundir::RunDirectory::open(killed.run()), outcome));
    EXPECT_EQ(outcome.records, very_deep);
}

// Records so many parameters that they fill the buffer before it is full of invocations.
const Scenario wide("wide", [](const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "wide");
    for (int i = 0; i < std::stoi(arguments.at(0)); ++i) {
        proxy.all(i, 0, i, false, scenario::Mode::sequential, std::to_string(i));
        proxy.call(i);
        proxy.nothing();
    }
    return 0;
});

TEST(Calls, ManyParametersFillABufferSooner) {
    const ScenarioRun run({"wide", "20000"});
    const auto invocations = run.invocations();
    ASSERT_EQ(invocations.size(), 60'000U);
    for (std::size_t i = 0; i < 20'000; ++i) {
        const Words& words = invocations[3 * i].words;
        ASSERT_EQ(words.size(), 9U);
        ASSERT_EQ(words[0], i);
        ASSERT_EQ(std::bit_cast<double>(words[2]), static_cast<double>(i));
        const std::string text = std::to_string(i);
        ASSERT_EQ(
            std::memcmp(reinterpret_cast<const char*>(&words[5]) + 1, text.data(), text.size()), 0);
        ASSERT_EQ(invocations[3 * i + 1].words, Words{i});
    }
    EXPECT_EQ(run.rows().at("wide.all").calls, 20'000U);
}

const Scenario unreadable("unreadable", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "unreadable");
    scenario::reading_throws = true;
    const int first = proxy.call(5);
    scenario::reading_throws = false;
    return first == 5 && proxy.call(6) == 6 ? 0 : 1;
});

TEST(Calls, AParameterThatCannotBeReadIsZero) {
    const ScenarioRun run({"unreadable"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.invocations().at(0).words, Words{0});
    EXPECT_EQ(run.invocations().at(1).words, Words{6});
}

} // namespace
