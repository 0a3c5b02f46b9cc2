// Records come out as they went in, in whatever pieces the files are.
#include "record_file_builder.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

/// A record with copies of everything it points to.
struct Seen {
    std::string instance;
    std::string method;
    std::uint64_t thread;
    double start_ns;
    double duration_ns;
    double communication_ns;
    std::vector<std::uint64_t> words;
};

struct Collector : RecordVisitor {
    std::vector<Seen> seen;

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            const auto& method = thread.method(*record);
            seen.push_back({thread.call_paths[record->call_path].instance,
                            method.qualified_name(),
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
    ReadOutcome outcome;
};

ReadRun read(const TemporaryDirectory& directory) {
    Collector collector;
    auto outcome = read_records(RunDirectory::open(directory.path()), collector);
    return {std::move(collector.seen), std::move(outcome)};
}

/// One port with two methods, `compute(n)` called from `go()`.
RecordFileBuilder two_methods() {
    RecordFileBuilder file;
    file.thread(7).method("ns::GoPort", "go", "int go()").node(0, 0, "driver");
    file.method("ns::FluxPort", "compute", "double compute(int)", {{0, "n", "int"}})
        .node(1, 1, "fine");
    return file;
}

TEST(RecordReader, GivesTimesFromTheStartOfTheRunAndThreads) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", two_methods()
                                           .block({{2, 2000, 2500, 40, {3}}, {1, 1500, 3000}}, 100)
                                           .thread(8)
                                           .block({{2, 4000, 4001, 0, {5}}})
                                           .end()
                                           .bytes());
    const auto run = read(directory);
    EXPECT_EQ(run.outcome.problems, std::vector<std::string>{});
    ASSERT_EQ(run.seen.size(), 3U);
    EXPECT_EQ(run.seen[0].start_ns, 2000 + 100 - 1000)
        << "on the clock: with what the runtime had used";
    EXPECT_EQ(run.seen[0].duration_ns, 500);
    EXPECT_EQ(run.seen[0].communication_ns, 40);
    EXPECT_EQ(run.seen[1].method, "ns::GoPort::go");
    EXPECT_TRUE(run.seen[1].words.empty());
    EXPECT_EQ(run.seen[1].thread, 7U);
    EXPECT_EQ(run.seen[2].thread, 8U);
}

/// Random invocations of methods with 0 to 6 words, widths of all sizes.
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

TEST(RecordReader, ReadsThreadsOfAllRanksInOrder) {
    TemporaryDirectory directory;
    for (const auto* thread : {"10-0", "2-0", "2-1"}) {
        RecordFileBuilder file;
        file.thread(0)
            .method("P", thread, "void f()")
            .node(0, 0, "i")
            .block({{1, 100, 200}})
            .end(3);
        directory.write(std::string("records/") + thread + ".rec", file.bytes());
    }
    directory.write("records/notes.txt", "not ours");
    directory.write("records/x-0.rec", "not ours");
    const auto run = read(directory);
    ASSERT_EQ(run.seen.size(), 3U);
    EXPECT_EQ(run.seen[0].method, "P::2-0");
    EXPECT_EQ(run.seen[1].method, "P::2-1");
    EXPECT_EQ(run.seen[2].method, "P::10-0");
    EXPECT_EQ(run.outcome.lost, 9U);
    EXPECT_EQ(run.outcome.records, 3U);
}

TEST(RecordReader, ListsMethodsOnceAlsoThoseThatWaitInTheThreadBuffer) {
    const auto header = RecordFileBuilder().bytes().size();
    const auto whole = two_methods().bytes();
    // Killed before anything was written, after half of it was, and before it could say so.
    for (const auto written : {header, header + (whole.size() - header) / 2, whole.size()}) {
        TemporaryDirectory directory;
        directory.write("records/0-0.rec", whole.substr(0, written));
        directory.write("records/0-0.buffer",
                        ThreadBufferBuilder(0, {}, whole.substr(header)).bytes());
        directory.write("records/0-1.rec", two_methods().end().bytes());
        const auto methods = recorded_methods(RunDirectory::open(directory.path()));
        ASSERT_EQ(methods.size(), 2U) << written;
        EXPECT_EQ(methods[0].qualified_name(), "ns::GoPort::go");
        EXPECT_EQ(methods[1].qualified_name(), "ns::FluxPort::compute");
        EXPECT_EQ(methods[1].parameters.at(0).name, "n");
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

TEST(Record, ReadsParametersByTheirTypes) {
    Parameter parameter;
    std::vector<std::uint64_t> words(4);
    Record record;
    record.parameters = words.data();
    words[0] = static_cast<std::uint64_t>(-5);
    EXPECT_EQ(record.integer(parameter), -5);
    words[0] = 0x4004000000000000U; // IEEE 754: 2.5
    EXPECT_EQ(record.real(parameter), 2.5);
    words = text_words("strided", true);
    record.parameters = words.data();
    EXPECT_EQ(record.text(parameter).text, "strided");
    EXPECT_TRUE(record.text(parameter).truncated);
    words[0] |= 0x7f;
    EXPECT_EQ(record.text(parameter).text.size(), 31U)
        << "a corrupt size must not reach beyond the words";
}

} // namespace
