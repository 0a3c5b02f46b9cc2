// Runs that do not record every invocation: what is recorded, and that the statistics cover all.
#include "scenario_run.hpp"

#include <proxima/detail/regions.hpp>

#include <bit>
#include <csignal>
#include <numeric>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Counts = std::map<std::string, std::uint64_t>;
using Words = std::vector<std::uint64_t>;

int bin_of(std::uint64_t n) {
    return std::bit_width(n);
}

// The calls by path in the statistics of the record files.
Counts counted(const ScenarioRun& run) {
    Counts counts;
    for (const Buffer& buffer : run.buffers()) {
        for (const auto& [key, durations] : buffer.statistics) {
            counts[key.first] += durations.calls();
        }
    }
    return counts;
}

// With a limit there are statistics of bins although everything is recorded.
TEST(Sampling, StatisticsOfBinsAreThoseOfTheRecords) {
    const Buffer buffer = ScenarioRun({"nest"}, "quiet=on,limit=1G").buffers().at(0);
    ASSERT_EQ(buffer.invocations.size(), 2100U);
    std::map<std::pair<std::string, int>, std::vector<double>> expected;
    for (const Invocation& invocation : buffer.invocations) {
        expected[{invocation.path, bin_of(invocation.words.at(0))}].push_back(invocation.duration);
    }
    ASSERT_EQ(buffer.statistics.size(), expected.size());
    for (const auto& [key, durations] : expected) {
        const auto& found = buffer.statistics.at(key);
        const double sum = std::accumulate(durations.begin(), durations.end(), 0.0);
        const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
        EXPECT_EQ(found.calls(), durations.size());
        EXPECT_NEAR(found.total_ns(), sum, 1e-9 * sum);
        EXPECT_NEAR(found.min_ns(), *least, 1e-9 * *least);
        EXPECT_NEAR(found.max_ns(), *most, 1e-9 * *most);
    }
}

TEST(Sampling, AggregateAndOffRecordNothingAndCountAll) {
    const ScenarioRun aggregate({"nest"}, "quiet=on,records=aggregate");
    EXPECT_EQ(aggregate.invocations().size(), 0U);
    EXPECT_EQ(counted(aggregate),
              (Counts{{"outer.call", 900}, {"outer.call/inner.call", 300}, {"inner.call", 900}}));
    const ScenarioRun off({"nest"}, "quiet=on,records=off");
    EXPECT_FALSE(std::filesystem::exists(off.run() / "records"));
    for (const ScenarioRun* run : {&aggregate, &off}) {
        EXPECT_EQ(run->rows().at("outer.call/inner.call").calls, 300U);
        EXPECT_EQ(run->info()["records"], 0);
        EXPECT_EQ(run->info()["invocations"], 2100);
        EXPECT_EQ(run->lost(), 0U);
    }
}

TEST(Sampling, EveryNthBeginsWithTheFirst) {
    const ScenarioRun run({"loop", "10001"}, "quiet=on,records=every:10");
    const auto invocations = run.invocations();
    ASSERT_EQ(invocations.size(), 1001U);
    for (std::size_t i = 0; i < invocations.size(); ++i) {
        ASSERT_EQ(invocations[i].words, Words{10 * i});
    }
    EXPECT_EQ(run.rows().at("loop.call").calls, 10'001U);
    EXPECT_EQ(run.info()["records"], 1001);
}

TEST(Sampling, FirstNRecordsTheFirstOfEachBin) {
    const ScenarioRun run({"loop", "100000"}, "quiet=on,records=first:16");
    EXPECT_EQ(run.rows().at("loop.call").calls, 100'000U);
    Words expected;
    std::map<int, int> in_bin;
    for (std::uint64_t n = 0; n < 100'000; ++n) {
        if (in_bin[bin_of(n)]++ < 16) {
            expected.push_back(n);
        }
    }
    Words recorded;
    for (const Invocation& invocation : run.invocations()) {
        recorded.push_back(invocation.words.at(0));
    }
    EXPECT_EQ(recorded, expected);
}

TEST(Sampling, RulesDecideForEachMethod) {
    const ScenarioRun run({"wide", "1000"},
                          "quiet=on,records=aggregate,methods=*::all=all;*::call=every:100,"
                          "exclude=*::nothing");
    const auto rows = run.rows();
    EXPECT_EQ(rows.at("wide.all").calls, 1000U);
    EXPECT_EQ(rows.at("wide.call").calls, 1000U);
    EXPECT_EQ(rows.count("wide.nothing"), 0U);
    const auto invocations = run.invocations();
    ASSERT_EQ(invocations.size(), 1010U);
    std::size_t next = 0; // of all(), whose nine words must still be its own
    for (const Invocation& invocation : invocations) {
        if (invocation.words.size() == 9) {
            EXPECT_EQ(invocation.words[0], next);
            EXPECT_EQ(std::bit_cast<double>(invocation.words[2]), static_cast<double>(next));
            ++next;
        } else {
            EXPECT_EQ(invocation.words.at(0) % 100, 0U);
        }
    }
    EXPECT_EQ(next, 1000U);
}

TEST(Sampling, TheCallGraphHasTheBins) {
    for (const char* records : {"quiet=on,records=off", "quiet=on,records=aggregate"}) {
        const auto graph = ScenarioRun({"nest"}, records).graph();
        std::map<int, std::uint64_t> in_bin;
        std::map<int, double> sum;
        for (const auto& row : graph.at("bins")) {
            EXPECT_EQ(row.at("parameter"), "n");
            EXPECT_EQ(row.at("type"), "integer");
            in_bin[row.at("bin")] += row.at("calls").get<std::uint64_t>();
            sum[row.at("node")] += row.at("sum").get<double>();
        }
        // 900 calls of outer and of inner with n from 0, and inner again with every third
        EXPECT_EQ(in_bin.at(0), 3U);
        EXPECT_EQ(in_bin.at(1), 2U);
        EXPECT_EQ(in_bin.at(2), 5U); // 2 and 3; the latter is divisible
        for (const auto& row : graph.at("dataframe")) {
            EXPECT_NEAR(sum.at(row.at("node")), row.at("time (inc)").get<double>(), 1e-6);
        }
    }
    EXPECT_FALSE(ScenarioRun({"nest"}).graph().contains("bins"));
}

void call_mpi(int times) {
    for (int i = 0; i < times; ++i) {
        proxima::detail::add_communication(0);
    }
}

// Five times outer calls MPI, inner, MPI and inner again, which calls MPI thrice. With an argument
// a sixth time, in which the process ends after the first call of each.
const Scenario mpi_calls("mpi-calls", [](const Arguments& arguments) {
    static const std::string ending = arguments.empty() ? "" : arguments[0];
    call_mpi(7); // outside of all calls
    static Function inner_target([](int n) {
        call_mpi(3);
        return n;
    });
    static Proxy inner(inner_target, "inner");
    static Function outer_target([](int n) {
        call_mpi(1);
        inner.call(n);
        if (n == 5) {
            if (ending == "killed") {
                kill(getpid(), SIGKILL);
            }
            std::exit(0);
        }
        call_mpi(1);
        return inner.call(n);
    });
    static Proxy outer(outer_target, "outer");
    static Function silent_target;
    static Proxy silent(silent_target, "silent");
    for (int i = 0; i < (ending.empty() ? 5 : 6); ++i) {
        outer.call(i);
        silent.call(i);
    }
    return 0;
});

Counts mpi_calls_in_call_graph(const ScenarioRun& run) {
    Counts counts;
    for (const auto& [path, row] : run.rows()) {
        counts[path] = row.all.at("mpi calls");
    }
    return counts;
}

Counts mpi_calls_in_files(const ScenarioRun& run) {
    return run.buffers().at(0).mpi_calls;
}

TEST(MpiCalls, BelongToTheInnermostInvocation) {
    for (const char* const configuration :
         {"quiet=on", "quiet=on,records=aggregate", "quiet=on,records=every:3", "quiet=on,limit=1K",
          "quiet=on,clock=monotonic"}) {
        const ScenarioRun run({"mpi-calls"}, configuration);
        EXPECT_EQ(mpi_calls_in_call_graph(run),
                  (Counts{{"outer.call", 10}, {"outer.call/inner.call", 30}, {"silent.call", 0}}))
            << configuration;
        EXPECT_EQ(mpi_calls_in_files(run),
                  (Counts{{"outer.call", 10}, {"outer.call/inner.call", 30}}))
            << configuration;
    }
}

TEST(MpiCalls, OfCompletedInvocationsSurviveAKill) {
    for (const char* const configuration : {"quiet=on", "quiet=on,records=aggregate"}) {
        const ScenarioRun run({"mpi-calls", "killed"}, configuration);
        ASSERT_TRUE(WIFSIGNALED(run.status()));
        EXPECT_EQ(mpi_calls_in_files(run),
                  (Counts{{"outer.call", 10}, {"outer.call/inner.call", 33}}));
    }
}

TEST(MpiCalls, OfAnOpenInvocationAreInTheCallGraphAlone) {
    const ScenarioRun run({"mpi-calls", "exit"});
    EXPECT_EQ(mpi_calls_in_call_graph(run),
              (Counts{{"outer.call", 11}, {"outer.call/inner.call", 33}, {"silent.call", 0}}));
    EXPECT_EQ(mpi_calls_in_files(run), (Counts{{"outer.call", 10}, {"outer.call/inner.call", 33}}));
}

} // namespace
