// Records come out as they went in: their times, their parameters, and the statistics of sampled
// runs.
#include "record_file_builder.hpp"

#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

// A record with copies of everything it points to.
struct Seen {
    std::string instance;
    std::uint64_t thread;
    double start_ns;
    double duration_ns;
    double communication_ns;
    std::vector<std::uint64_t> words;
};

struct Collector : RecordVisitor {
    std::vector<Seen> seen;
    std::map<std::pair<std::size_t, int>, BinStatistics> bins;

    void statistics(const Thread&, const BinStatistics* first, std::size_t count) override {
        for (const auto* bin = first; bin != first + count; ++bin) {
            EXPECT_TRUE(bins.emplace(std::pair{bin->call_path, bin->bin}, *bin).second);
        }
    }

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            const auto& method = thread.method(*record);
            seen.push_back({thread.call_paths[record->call_path].instance,
                            thread.number,
                            record->start_ns,
                            record->duration_ns,
                            record->communication_ns,
                            {record->parameters, record->parameters + method.parameter_words}});
        }
    }
};

struct ReadRun {
    std::vector<Seen> seen;
    std::map<std::pair<std::size_t, int>, BinStatistics> bins;
    ReadOutcome outcome;
};

ReadRun read(const TemporaryDirectory& directory) {
    Collector collector;
    auto outcome = read_records(RunDirectory::open(directory.path()), collector);
    return {std::move(collector.seen), std::move(collector.bins), std::move(outcome)};
}

// One port with two methods, `compute(n)` called from `go()`.
RecordFileBuilder two_methods() {
    RecordFileBuilder file;
    file.thread(7).method("ns::GoPort", "go", "int go()").node(0, 0, "driver");
    file.method("ns::FluxPort", "compute", "double compute(int)", {{0, "n", "int"}})
        .node(1, 1, "fine");
    return file;
}

// Random invocations of methods with 0 to 6 words, widths of all sizes.
std::vector<TestInvocation> random_invocations(std::size_t count, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<TestInvocation> invocations;
    const std::vector<std::size_t> words{0, 1, 6};
    std::uint64_t end = 1000;
    for (std::size_t i = 0; i < count; ++i) {
        const auto width = random() % 40;
        end += random() >> (24 + width);
        const auto node = static_cast<std::uint32_t>(random() % 3 + 1);
        TestInvocation invocation{node, end - std::min(end, random() >> (24 + width)), end,
                                  random() % 3};
        for (std::size_t word = 0; word < words[node - 1]; ++word) {
            invocation.words.push_back(random() >> (random() % 64));
        }
        invocations.push_back(std::move(invocation));
    }
    return invocations;
}

RecordFileBuilder three_methods() {
    RecordFileBuilder file;
    file.thread(0)
        .method("P", "none", "void none()")
        .method("P", "one", "void one(double)", {{2, "x", "double"}});
    file.method("P", "many", "void many(...)",
                {{1, "size", "unsigned long"}, {3, "flag", "bool"}, {5, "label", "std::string"}});
    return file.node(0, 0, "a").node(1, 1, "a").node(2, 2, "a");
}

TEST(RecordReader, DecodesWhatWasEncoded) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const auto invocations = random_invocations(1 + seed * 61, seed);
        TemporaryDirectory directory;
        directory.write("records/0-0.rec",
                        three_methods().block(invocations).block(invocations).end().bytes());
        const auto run = read(directory);
        EXPECT_EQ(run.outcome.problems, std::vector<std::string>{});
        ASSERT_EQ(run.seen.size(), 2 * invocations.size());
        for (std::size_t i = 0; i < run.seen.size(); ++i) {
            const auto& expected = invocations[i % invocations.size()];
            EXPECT_EQ(run.seen[i].words, expected.words);
            EXPECT_EQ(run.seen[i].duration_ns, static_cast<double>(expected.end - expected.start));
            EXPECT_EQ(run.seen[i].communication_ns, static_cast<double>(expected.communication));
        }
    }
}

// Columns: what is missing belongs to those before it, not to a counter behind it.
TEST(RecordReader, TellsWhichValuesAreMissing) {
    struct Texts : RecordVisitor {
        void records(const Thread& thread, const Record* first, std::size_t count) override {
            for (const auto* record = first; record != first + count; ++record) {
                const auto& method = thread.method(*record);
                for (const auto& parameter : method.parameters) {
                    all += text_of(parameter, *record) + " ";
                }
                all += std::to_string(bin_of(method, *record)) + "\n";
            }
        }
        std::string all;
    };
    TemporaryDirectory directory;
    RecordFileBuilder file;
    file.thread(0).method("P", "get", "int get(int)",
                          {{0, "n", "int"},
                           {5, "name", "std::string"},
                           {6, "", ""},
                           {1, "CYCLES", proxima::format::counter_in_counts}});
    file.node(0, 0, "a").block({{1, 10, 20, 0, {5, 0x6101, 0, 0, 0, 0, 7}},
                                {1, 20, 30, 0, {0, 0x6101, 0, 0, 0, 1, 8}},
                                {1, 30, 40, 0, {0, 0, 0, 0, 0, 3, 9}}});
    directory.write("records/0-0.rec", file.end().bytes());
    Texts texts;
    const auto outcome = read_records(RunDirectory::open(directory.path()), texts);
    EXPECT_EQ(outcome.problems, std::vector<std::string>{});
    EXPECT_EQ(texts.all, "5 a 7 3\nmissing a 8 -128\nmissing missing 9 -128\n");
}

TEST(RecordReader, DoesNotCountTwiceWhatIsInTheThreadBufferAndInABlock) {
    TemporaryDirectory directory;
    const std::vector<TestInvocation> invocations{{2, 2000, 2500, 0, {3}}};
    directory.write("records/0-0.rec", two_methods().block(invocations).bytes());
    directory.write("records/0-0.buffer", ThreadBufferBuilder(0, invocations).bytes());
    const auto run = read(directory);
    EXPECT_EQ(run.seen.size(), 1U);
    EXPECT_EQ(run.outcome.problems, std::vector<std::string>{});
}

TEST(RecordReader, TakesChunksThatWaitInTheThreadBufferFromWhereTheRecordFileEnds) {
    const std::vector<TestInvocation> first{{2, 2000, 2500, 0, {3}}};
    const std::vector<TestInvocation> second{{3, 2600, 2700, 0, {4}}, {1, 1500, 3000}};
    const auto header = RecordFileBuilder().bytes().size();
    const auto whole =
        two_methods().block(first).thread(8).node(1, 1, "coarse").block(second).bytes();
    const auto buffer = ThreadBufferBuilder(2, {{2, 3100, 3200, 6, {5}}}, whole.substr(header))
                            .bytes(); // all of it, and more
    for (auto written = header; written <= whole.size(); written += 5) {
        TemporaryDirectory directory;
        directory.write("records/0-0.rec", whole.substr(0, written));
        directory.write("records/0-0.buffer", buffer);
        const auto run = read(directory);
        EXPECT_EQ(run.outcome.problems, std::vector<std::string>{}) << written;
        ASSERT_EQ(run.seen.size(), 4U) << written;
        EXPECT_EQ(run.seen[0].thread, 7U);
        EXPECT_EQ(run.seen[1].instance, "coarse");
        EXPECT_EQ(run.seen[3].thread, 8U);
        EXPECT_EQ(run.seen[3].duration_ns, 100);
        EXPECT_EQ(run.seen[3].communication_ns, 6);
        EXPECT_EQ(run.seen[3].words, std::vector<std::uint64_t>{5});
    }
}

TEST(RecordReader, SaysThatAFileWasDeleted) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", two_methods().end().bytes());
    directory.write("run.json", R"({"format": 1, "complete": true, "records": 5, "clock": {
        "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 1},
        "end": {"ticks": 2000, "monotonic_ns": 6000, "realtime_ns": 1}}})");
    Collector collector;
    const auto outcome = read_records(RunDirectory::open(directory.path()), collector);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("records: error: 5 of 5 records are missing"),
              std::string::npos)
        << outcome.problems[0];
}

RecordFileBuilder one_method(std::uint32_t rank = 0, const TestClock& clock = {}) {
    RecordFileBuilder file(rank, 0, clock);
    return file.thread(0).method("P", "f", "void f()").node(0, 0, "i");
}

// The file of rank 0, whose clock has 2 ticks in a nanosecond and began with the run, at
// `realtime_ns`.
std::string run_json(bool complete, std::int64_t realtime_ns) {
    const auto realtime = std::to_string(realtime_ns);
    return std::string(R"({"format": 1, "complete": )") + (complete ? "true" : "false") +
           R"(, "clock": {"ticks_per_second": 2e9,
             "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": )" +
           realtime + R"(}, "end": )" +
           (complete ? R"({"ticks": 40001000, "monotonic_ns": 20005000, "realtime_ns": 0})"
                     : "null") +
           R"(}, "mpi": {"size": 2, "rank": 0}})";
}

// The file of another host, started at another time; its clock counts microseconds, as `monotonic`
// might.
constexpr std::int64_t run_began = 1'700'000'000'000'000'000;
constexpr TestClock other_host{1e6, 700'000'000, 700'000'000'000'000, run_began + 3'000'000};

TEST(RecordClock, DiffersBetweenRanks) {
    for (const bool complete : {true, false}) {
        TemporaryDirectory directory;
        directory.write("run.json", run_json(complete, run_began));
        directory.write("records/0-0.rec", one_method(0, {2e9, 1000, 5000, run_began})
                                               .block({{1, 3000, 3400}}, 200)
                                               .end()
                                               .bytes());
        // Begins 5 ms after the thread, which began 3 ms after the run; takes 7 ms.
        directory.write("records/1-0.rec", one_method(1, other_host)
                                               .block({{1, 700'005'000, 700'012'000}})
                                               .block({{1, 700'013'000, 700'020'000}})
                                               .end()
                                               .bytes());
        const auto run = read(directory);
        EXPECT_EQ(run.outcome.problems, std::vector<std::string>{});
        ASSERT_EQ(run.seen.size(), 3U);
        EXPECT_DOUBLE_EQ(run.seen[0].start_ns, 1100) << "with what the runtime had used";
        EXPECT_DOUBLE_EQ(run.seen[0].duration_ns, 200);
        EXPECT_NEAR(run.seen[1].start_ns, 8e6, 1e-3);
        EXPECT_NEAR(run.seen[1].duration_ns, 7e6, 1e-3);
        EXPECT_NEAR(run.seen[2].start_ns, 16e6, 1e-3);
    }
}

TEST(RecordClock, IsReadFromTheRecordFileOfABuffer) {
    const auto buffer = ThreadBufferBuilder(0, {{1, 1500, 1900}}, one_method().chunks()).bytes();
    for (const auto* record_file : {"", "noise"}) {
        TemporaryDirectory directory;
        directory.write("run.json", run_json(false, run_began));
        directory.write("records/0-0.buffer", buffer);
        if (*record_file != '\0') {
            directory.write("records/0-0.rec", record_file);
        }
        const auto run = read(directory);
        EXPECT_TRUE(run.seen.empty());
        ASSERT_FALSE(run.outcome.problems.empty());
        EXPECT_NE(run.outcome.problems.back().find("0-0.buffer: error: is left out"),
                  std::string::npos);
    }
}

// `f(n)` of instance a, called by `go`.
RecordFileBuilder go_and_f_of_n() {
    RecordFileBuilder file;
    file.thread(0).method("Go", "go", "int go()");
    file.method("F", "f", "void f(int)", {{0, "n", "int"}});
    return file.node(0, 0, "driver").node(1, 1, "a");
}

TEST(SampledRun, StatisticsStandForWhatIsNotRecorded) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec",
                    go_and_f_of_n()
                        .block({{2, 10000, 11000, 0, {5}}})
                        .statistics({{2, 3, {1000, 2000}, 100}, {2, 4, {6000}}, {1, 0, {20000}}})
                        .end()
                        .bytes());
    ReadOutcome outcome;
    const auto graph = rebuild_call_graph(RunDirectory::open(directory.path()), outcome);
    EXPECT_EQ(outcome.problems, std::vector<std::string>{});
    EXPECT_EQ(outcome.records, 1U);
    EXPECT_EQ(outcome.invocations, 4U);
    ASSERT_EQ(graph.nodes.size(), 2U);
    const auto& f = graph.nodes[1].statistics;
    EXPECT_EQ(f.calls, 3U);
    EXPECT_DOUBLE_EQ(f.inclusive_us, 9);
    EXPECT_DOUBLE_EQ(f.mean_us, 3);
    EXPECT_NEAR(f.stddev_us, 2.160246899469287, 1e-12); // sqrt(14/3)
    EXPECT_DOUBLE_EQ(f.min_us, 1);
    EXPECT_DOUBLE_EQ(f.max_us, 6);
    EXPECT_DOUBLE_EQ(f.communication_us, 0.1);
    EXPECT_DOUBLE_EQ(graph.nodes[0].statistics.exclusive_us, 11);
    ASSERT_EQ(graph.bins.size(), 3U);
    EXPECT_EQ(graph.bins[1].node, 1U);
    EXPECT_EQ(graph.bins[1].parameter, "n");
    EXPECT_EQ(graph.bins[1].durations.calls(), 2U);
    EXPECT_NEAR(graph.bins[1].durations.sum_of_squares_ns2(), 5e6, 1e-3);
}

TestBin bin(std::vector<std::uint64_t> durations) {
    return {2, 3, std::move(durations), 0};
}

// Killed at any moment: the statistics count if the batch is committed, else its invocations do.
TEST(SampledRun, ABatchCountsOnce) {
    struct Case {
        const char* moment;
        std::uint64_t new_slot; // batch number of the new slot
        std::uint64_t batches;
        std::uint64_t batch; // batch number of the columns
        bool columns_empty;
        std::uint64_t calls;
    };
    for (const Case& moment :
         {Case{"before", 0, 1, 2, false, 3}, Case{"written, not committed", 2, 1, 2, false, 3},
          Case{"committed", 2, 2, 2, false, 3}, Case{"emptied", 2, 2, 2, true, 3},
          Case{"after", 2, 2, 3, true, 3}, Case{"the next ones", 2, 2, 3, false, 4}}) {
        const std::vector<TestInvocation> waiting{{2, 10000, 14000, 0, {5}}};
        TemporaryDirectory directory;
        directory.write("records/0-0.rec", go_and_f_of_n().bytes());
        directory.write(
            "records/0-0.buffer",
            ThreadBufferBuilder(0, moment.columns_empty ? std::vector<TestInvocation>{} : waiting)
                .statistics({{{moment.new_slot, bin({1000, 2000, 4000})}, {1, bin({1000, 2000})}}},
                            moment.batches, moment.batch)
                .bytes());
        const auto run = read(directory);
        EXPECT_EQ(run.outcome.problems, std::vector<std::string>{}) << moment.moment;
        EXPECT_EQ(run.outcome.invocations, moment.calls) << moment.moment;
        const auto& durations = run.bins.at({1, 3}).durations;
        EXPECT_EQ(durations.calls(), moment.calls) << moment.moment;
        EXPECT_DOUBLE_EQ(durations.total_ns(), moment.calls == 4 ? 11000 : 7000) << moment.moment;
        EXPECT_DOUBLE_EQ(durations.max_ns(), 4000) << moment.moment;
    }
}

// Five calls were untimed; the statistics of batch 1 include one, those of batch 2 three.
TEST(Records, CountEachUntimedCallOnceAtAnyMomentOfADrain) {
    const auto bin = [](std::vector<std::uint64_t> durations) {
        return TestBin{2, 3, std::move(durations)};
    };
    for (const std::uint64_t batches : {1U, 2U}) {
        const proxima::format::UntimedEntry entry{2, 3, 5, {{2, 3}, {1, 1}}};
        const std::string bytes(reinterpret_cast<const char*>(&entry), sizeof entry);
        TemporaryDirectory directory;
        directory.write("records/0-0.rec", go_and_f_of_n().bytes());
        directory.write("records/0-0.buffer",
                        ThreadBufferBuilder(0)
                            .statistics({{{2, bin({1000, 2000, 1500, 1500, 1500})},
                                          {1, bin({1000, 2000, 1500})}}},
                                        batches, batches + 1)
                            .section(proxima::format::SectionType::untimed, sizeof entry, bytes)
                            .bytes());
        const auto run = read(directory);
        const auto& statistics = run.bins.at({1, 3});
        EXPECT_EQ(statistics.durations.calls(), 7U) << batches;
        EXPECT_EQ(statistics.untimed, 5U) << batches;
        EXPECT_DOUBLE_EQ(statistics.durations.total_ns(), 7 * 1500) << batches;
        EXPECT_EQ(run.outcome.invocations, 7U) << batches;
    }
}

} // namespace
