// Run directories, and what is taken from run.json or refused.
#include "record_file_builder.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/rundir/run_info.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;
namespace fs = std::filesystem;

RunInfo load(const std::string& text) {
    return parse_run_info("run.json", text);
}

TEST(RunInfo, OfACompleteRun) {
    const auto info =
        load(R"({"format": 1, "complete": true, "command": ["./app", "in put"], "host": "n1",
        "duration_us": 2000000.5, "clock": {"name": "tsc", "ticks_per_second": 2.6e9,
        "start": {"ticks": 18446744073709551610, "monotonic_ns": 20, "realtime_ns": 30},
         "end": {"ticks": 18446744073709551611, "monotonic_ns": 21}},
        "mpi": {"size": 4, "rank": 0}, "threads": 3, "methods": [{}, {}], "records": 7,
        "losses": {"invocations": 1, "reasons": ["disk full"]},
        "cost_of_one_call_ns": {"recorded": 22.1, "aggregated": 20.3, "inside": 8.1, "overlapped": 1.5,
         "inside_overlapped": 0.4}, "overhead_us": 1.5,
        "counters": {"names": ["PAGE_FAULTS"], "read_ns": 210.5}, "cost_of_one_mpi_call_ns": 25.5,
        "inside_of_one_mpi_call_ns": 9.5})");
    EXPECT_TRUE(info.complete);
    EXPECT_TRUE(info.ended);
    EXPECT_EQ(info.command, (std::vector<std::string>{"./app", "in put"}));
    EXPECT_EQ(info.clock.start.ticks, 18446744073709551610U);
    EXPECT_EQ(info.clock.end->monotonic_ns, 21);
    EXPECT_EQ(info.ranks, 4U);
    EXPECT_EQ(info.methods, 2U);
    EXPECT_EQ(info.losses.reasons, std::vector<std::string>{"disk full"});
    EXPECT_DOUBLE_EQ(info.recorded_call_ns, 22.1);
    EXPECT_DOUBLE_EQ(info.overlapped_call_ns, 1.5);
    EXPECT_DOUBLE_EQ(info.inside_overlapped_call_ns, 0.4);
    EXPECT_DOUBLE_EQ(info.mpi_call_ns, 25.5);
    EXPECT_DOUBLE_EQ(info.inside_mpi_call_ns, 9.5);
    EXPECT_DOUBLE_EQ(info.read_counters_ns, 210.5);
}

// As on a full disk.
TEST(RunInfo, OfARunThatCouldNotWriteItsCallGraph) {
    const auto info = load(
        R"({"format": 1, "complete": false, "end": "2025-01-31T12:00:02.123456Z", "duration_us": 7.5,
        "clock": {"name": "tsc", "ticks_per_second": 2.6e9, "start": {"ticks": 10}, "end": {"ticks": 11}},
        "configuration": {"text": "records=aggregate", "records": "aggregate"},
        "losses": {"invocations": 9, "reasons": []}})");
    EXPECT_FALSE(info.complete);
    EXPECT_TRUE(info.ended);
    EXPECT_EQ(info.recording, "aggregate");
    EXPECT_EQ(info.duration_us, 7.5);
    EXPECT_EQ(info.losses.invocations, 9U);
}

TEST(RunInfo, OfAFileWithHolesIsRefused) {
    TemporaryDirectory directory;
    directory.write("run.json", R"({"format": 1})");
    std::filesystem::resize_file(directory.path() / "run.json", std::uint64_t{1} << 40);
    EXPECT_THROW(load_run_info(directory.path() / "run.json"), Error);
}

TEST(RunInfo, NamesWhatIsWrong) {
    const std::pair<std::string, std::string> cases[] = {
        {"{}", "names no `format`"},
        {"[1]", "must be an object"},
        {R"({"format": 2})", "has format 2"},
        {"{\"format\": 1,\n \"threads\": -1}",
         R"(run.json:2: error: "threads" is not a whole number from 0)"},
        {R"({"format": 1, "command": "./app"})", R"("command" must be an array)"},
        {R"({"format": 1, "command": [1]})", R"(an element of "command" must be a string)"},
        {R"({"format": 1, "clock": {"name": 5}})", R"("name" must be a string)"},
        {R"({"format": 1, "overhead_us": -1})", R"("overhead_us" is not a number from 0)"},
        {R"({"format": 1, "complete": true, "clock": {"start": {"ticks": 5}, "end": {"ticks": 5}}})",
         "the clock's end is not later"},
        {"{\"format\": 1,", "error: not valid JSON"}};
    for (const auto& [text, problem] : cases) {
        try {
            load(text);
            ADD_FAILURE() << "was read: " << text;
        } catch (const Error& error) {
            const std::string said = error.what();
            EXPECT_EQ(said.rfind("run.json:", 0), 0U) << said;
            EXPECT_NE(said.find(problem), std::string::npos) << said;
        }
    }
}

TEST(RunDirectory, OpensTheDirectoryOrAFileInIt) {
    TemporaryDirectory directory;
    directory.write("run1/run.json", "{}");
    EXPECT_EQ(RunDirectory::open(directory.path() / "run1").path(), directory.path() / "run1");
    EXPECT_EQ(RunDirectory::open(directory.path() / "run1" / "run.json").path(),
              directory.path() / "run1");
    EXPECT_FALSE(RunDirectory::open(directory.path() / "run1").has_call_graph());
}

TEST(RunDirectory, RefusesWhatIsNone) {
    TemporaryDirectory directory;
    EXPECT_THROW(RunDirectory::open(directory.path()), Error);
    EXPECT_THROW(RunDirectory::open(directory.path() / "missing"), Error);
}

TEST(RunDirectory, FindsTheNewestRun) {
    TemporaryDirectory directory;
    EXPECT_EQ(newest_run(directory.path()), std::nullopt);
    directory.write("proxima-run/run.json", "{}");
    directory.write("proxima-run-2/run.json", "{}");
    directory.write("proxima-run-3/notes.txt", "not a run");
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(directory.path() / "proxima-run", now);
    fs::last_write_time(directory.path() / "proxima-run-2", now - std::chrono::hours(1));
    EXPECT_EQ(newest_run(directory.path()), directory.path() / "proxima-run");
    fs::last_write_time(directory.path() / "proxima-run-2", now + std::chrono::hours(1));
    EXPECT_EQ(newest_run(directory.path()), directory.path() / "proxima-run-2");
}

} // namespace
