// Calls of every kind on one thread: what the call graph and the records say about them.
#include "scenario_run.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/ticks.hpp>

#include <bit>
#include <csetjmp>
#include <cstring>
#include <stdexcept>

namespace {

using Words = std::vector<std::uint64_t>;

const Scenario loop("loop", [](const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "loop");
    call_times(proxy, std::stoi(arguments.at(0)));
    return 0;
});

TEST(Calls, WithoutConfigurationNothingIsWritten) {
    const ScenarioRun run({"loop", "10"}, nullptr, {});
    EXPECT_TRUE(run.succeeded());
    EXPECT_FALSE(std::filesystem::exists(run.directory() / "proxima-run"));
    EXPECT_EQ(run.output(), "");
}

TEST(Calls, OnRecordsIntoTheDefaultDirectory) {
    const ScenarioRun run({"loop", "10"}, "on", {});
    EXPECT_TRUE(run.says((run.directory() / "proxima-run").string())) << run.output();
    EXPECT_EQ(run.lines(), 1);
    EXPECT_EQ(run.rows("proxima-run").at("loop.call").calls, 10U);
}

// Several blocks, and one more invocation than fits.
TEST(Calls, EveryInvocationIsRecordedInOrder) {
    const ScenarioRun run({"loop", "10001"});
    const auto invocations = run.invocations();
    ASSERT_EQ(invocations.size(), 10001U);
    double last_end = 0;
    double sum = 0;
    double least = 1e99;
    for (std::size_t i = 0; i < invocations.size(); ++i) {
        ASSERT_EQ(invocations[i].words, Words{i});
        ASSERT_GE(invocations[i].start, last_end);
        last_end = invocations[i].end();
        sum += invocations[i].duration;
        least = std::min(least, invocations[i].duration);
    }
    const Row row = run.rows().at("loop.call");
    EXPECT_EQ(row.calls, 10001U);
    EXPECT_NEAR(row.inclusive, sum * 1e-3, 1e-6 * row.inclusive);
    EXPECT_NEAR(row.all["min"], least * 1e-3, 1e-6);
    EXPECT_NEAR(row.all["mean"], row.inclusive / 10001, 1e-9);
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

TEST(Calls, NestedInvocationsLieWithinTheirCaller) {
    const ScenarioRun run({"nest"});
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.at("outer.call").calls, 900U);
    EXPECT_EQ(rows.at("outer.call/inner.call").calls, 300U);
    EXPECT_EQ(rows.at("inner.call").calls, 900U);
    const Invocation* inner = nullptr;
    std::size_t nested = 0;
    const auto invocations = run.invocations();
    for (const Invocation& invocation : invocations) {
        if (invocation.path == "outer.call/inner.call") {
            inner = &invocation;
        } else if (inner != nullptr) {
            EXPECT_GE(inner->start, invocation.start);
            EXPECT_LE(inner->end(), invocation.end());
            EXPECT_EQ(inner->words, invocation.words);
            inner = nullptr;
            ++nested;
        }
    }
    EXPECT_EQ(nested, 300U);
}

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

const Scenario throwing("throwing", [](const Arguments&) {
    Function inner_target([](int n) -> int { throw std::runtime_error(std::to_string(n)); });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    int passed = 0;
    for (int i = 0; i < 10; ++i) {
        try {
            outer.call(i);
        } catch (const std::runtime_error& error) {
            passed += error.what() == std::to_string(i) ? 1 : 0;
        }
    }
    return 10 - passed;
});

TEST(Calls, ExceptionsPassThroughAndAreCounted) {
    const ScenarioRun run({"throwing"});
    EXPECT_TRUE(run.succeeded());
    EXPECT_EQ(run.rows().at("outer.call/inner.call").calls, 10U);
    EXPECT_EQ(run.invocations().size(), 20U);
}

// So many parameters that the buffer is full of them before it is full of invocations.
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

const Scenario jump("jump", [](const Arguments&) {
    static std::jmp_buf target;
    Function inner_target([](int) -> int { std::longjmp(target, 1); });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    static int i = 0; // longjmp() may restore what is in a register
    for (; i < 100; ++i) {
        if (setjmp(target) == 0) { // NOLINT: the test is about it
            outer.call(i);
        }
    }
    Function after_target;
    Proxy after(after_target, "after");
    return after.call(1) - 1;
});

TEST(Calls, CallsThatLongjmpLeavesDoNotCount) {
    const ScenarioRun run({"jump"});
    EXPECT_TRUE(run.succeeded());
    const auto rows = run.rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows.at("outer.call").calls, 0U);
    EXPECT_EQ(rows.at("after.call").calls, 1U);
}

const Scenario switching("switching", [](const Arguments&) {
    Function target;
    Proxy proxy(target, "switched");
    call_times(proxy, 1);
    proxima::disable();
    call_times(proxy, 10);
    proxima::enable();
    call_times(proxy, 100);
    Function inside([&](int n) {
        proxima::disable();
        return proxy.call(n);
    });
    return Proxy(inside, "outer").call(0);
});

TEST(Calls, SwitchingAffectsCallsThatBeginLater) {
    const auto rows = ScenarioRun({"switching"}).rows();
    EXPECT_EQ(rows.at("switched.call").calls, 101U);
    EXPECT_EQ(rows.at("outer.call").calls, 1U);
    EXPECT_EQ(rows.size(), 2U);
}

const Scenario communicate("communicate", [](const Arguments&) {
    Function inner_target([](int n) {
        const std::uint64_t begin = proxima::detail::counter();
        proxima::detail::add_communication(0);
        while (proxima::detail::counter() - begin < 1000) {
        }
        proxima::detail::add_communication(500);
        return n;
    });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n) + inner.call(n); });
    Proxy outer(outer_target, "outer");
    Function silent_target;
    Proxy silent(silent_target, "silent");
    for (int i = 0; i < 10; ++i) {
        outer.call(i);
        silent.call(i);
    }
    return 0;
});

TEST(Calls, CommunicationCountsForAllOpenCalls) {
    const ScenarioRun run({"communicate"});
    const auto rows = run.rows();
    const double tick = 1e6 / run.info()["clock"]["ticks_per_second"].get<double>();
    EXPECT_NEAR(rows.at("outer.call").all["communication"], 20 * 500 * tick, 1e-6);
    EXPECT_NEAR(rows.at("outer.call/inner.call").all["communication"], 20 * 500 * tick, 1e-6);
    EXPECT_EQ(rows.at("silent.call").all["communication"], 0.0);
    std::size_t communicating = 0;
    for (const Invocation& invocation : run.invocations()) {
        communicating += invocation.communication != 0 ? 1 : 0;
    }
    EXPECT_EQ(communicating, 30U);
}

} // namespace
