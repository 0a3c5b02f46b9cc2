// Times of records by the clock of the process that made them.
#include "record_file_builder.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

struct Times {
    double start_ns;
    double duration_ns;
};

struct TimesRead {
    std::vector<Times> times;
    std::vector<std::string> problems;
};

TimesRead read(const TemporaryDirectory& directory) {
    struct Collector : RecordVisitor {
        std::vector<Times> times;
        void records(const Thread& /*thread*/, const Record* first, std::size_t count) override {
            for (const auto* record = first; record != first + count; ++record) {
                times.push_back({record->start_ns, record->duration_ns});
            }
        }
    } collector;
    auto outcome = read_records(RunDirectory::open(directory.path()), collector);
    return {std::move(collector.times), std::move(outcome.problems)};
}

RecordFileBuilder one_method(std::uint32_t rank = 0, const TestClock& clock = {}) {
    RecordFileBuilder file(rank, 0, clock);
    return file.thread(0).method("P", "f", "void f()").node(0, 0, "i");
}

/// Of rank 0: its clock has 2 ticks in a nanosecond and began with the run, at `realtime_ns`.
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

/// On another host, which was started at another time; in microseconds, as `monotonic` might be.
constexpr std::int64_t run_began = 1'700'000'000'000'000'000;
constexpr TestClock other_host{1e6, 700'000'000, 700'000'000'000'000, run_began + 3'000'000};

TEST(RecordClock, OfAnotherRankIsItsOwn) {
    for (const bool complete : {true, false}) {
        TemporaryDirectory directory;
        directory.write("run.json", run_json(complete, run_began));
        directory.write(
            "records/0-0.rec",
            one_method(0, {2e9, 1000, 5000, run_began}).block({{1, 3000, 3400}}).end().bytes());
        // 5 ms after the thread began, which was 3 ms after the run; takes 7 ms, and 20 ms are
        // telling
        directory.write("records/1-0.rec", one_method(1, other_host)
                                               .block({{1, 700'005'000, 700'012'000}})
                                               .block({{1, 700'013'000, 700'020'000}})
                                               .end()
                                               .bytes());
        const auto run = read(directory);
        EXPECT_EQ(run.problems, std::vector<std::string>{});
        ASSERT_EQ(run.times.size(), 3U);
        EXPECT_DOUBLE_EQ(run.times[0].start_ns, 1000);
        EXPECT_DOUBLE_EQ(run.times[0].duration_ns, 200);
        EXPECT_NEAR(run.times[1].start_ns, 8e6, 1e-3);
        EXPECT_NEAR(run.times[1].duration_ns, 7e6, 1e-3);
        EXPECT_NEAR(run.times[2].start_ns, 16e6, 1e-3);
    }
}

TEST(RecordClock, CountsFromTheRecordFileWhenRunJsonWasMadeAnew) {
    TemporaryDirectory directory;
    directory.write("run.json", R"({"format": 1, "complete": false, "recovered": true})");
    directory.write("records/0-0.rec", one_method().block({{1, 1500, 1900}}).end().bytes());
    const auto run = read(directory);
    ASSERT_EQ(run.times.size(), 1U);
    EXPECT_DOUBLE_EQ(run.times[0].start_ns, 500); // since the thread began, at 1000
}

TEST(RecordClock, OfABufferIsInItsRecordFile) {
    const auto buffer = ThreadBufferBuilder(0, {{1, 1500, 1900}}, one_method().chunks()).bytes();
    for (const auto* record_file : {"", "noise"}) {
        TemporaryDirectory directory;
        directory.write("run.json", run_json(false, run_began));
        directory.write("records/0-0.buffer", buffer);
        if (*record_file != '\0') {
            directory.write("records/0-0.rec", record_file);
        }
        const auto run = read(directory);
        EXPECT_TRUE(run.times.empty());
        ASSERT_FALSE(run.problems.empty());
        EXPECT_NE(run.problems.back().find("0-0.buffer: error: is left out"), std::string::npos);
    }
}

} // namespace
