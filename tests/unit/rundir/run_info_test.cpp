// What is taken from run.json, and what is refused.
#include "record_file_builder.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

RunInfo load(const std::string& text) {
    TemporaryDirectory directory;
    directory.write("run.json", text);
    return load_run_info(directory.path() / "run.json");
}

std::string problem_of(const std::string& text) {
    try {
        load(text);
    } catch (const Error& error) {
        const std::string message = error.what();
        return message.substr(message.find("run.json"));
    }
    return "no error";
}

TEST(RunInfo, OfACompleteRun) {
    const auto info =
        load(R"({"format": 1, "complete": true, "command": ["./app", "in put"], "host": "n1",
        "duration_us": 2000000.5, "clock": {"name": "tsc", "ticks_per_second": 2.6e9,
        "start": {"ticks": 10, "monotonic_ns": 20, "realtime_ns": 30}, "end": {"ticks": 11, "monotonic_ns": 21}},
        "mpi": {"size": 4, "rank": 0}, "threads": 3, "methods": [{}, {}], "records": 7,
        "losses": {"invocations": 1, "reasons": ["disk full"]},
        "cost_of_one_call_ns": {"recorded": 22.1, "aggregated": 20.3, "inside": 8.1, "overlapped": 1.5,
         "inside_overlapped": 0.4}, "overhead_us": 1.5,
        "counters": {"names": ["PAGE_FAULTS"], "read_ns": 210.5}, "cost_of_one_mpi_call_ns": 25.5,
        "inside_of_one_mpi_call_ns": 9.5})");
    EXPECT_TRUE(info.complete);
    EXPECT_TRUE(info.ended);
    EXPECT_EQ(info.command, (std::vector<std::string>{"./app", "in put"}));
    EXPECT_EQ(info.clock.start.ticks, 10U);
    EXPECT_EQ(info.clock.end->monotonic_ns, 21);
    EXPECT_EQ(info.ranks, 4);
    EXPECT_EQ(info.methods, 2U);
    EXPECT_EQ(info.losses.reasons, std::vector<std::string>{"disk full"});
    EXPECT_DOUBLE_EQ(info.recorded_call_ns, 22.1);
    EXPECT_DOUBLE_EQ(info.overlapped_call_ns, 1.5);
    EXPECT_DOUBLE_EQ(info.inside_overlapped_call_ns, 0.4);
    EXPECT_DOUBLE_EQ(info.mpi_call_ns, 25.5);
    EXPECT_DOUBLE_EQ(info.inside_mpi_call_ns, 9.5);
    EXPECT_DOUBLE_EQ(info.read_counters_ns, 210.5);
}

TEST(RunInfo, OfARunThatGoesOn) {
    const auto info = load(
        R"({"format": 1, "complete": false, "command": ["./app"], "duration_us": null, "end": null,
        "clock": {"name": "tsc", "ticks_per_second": 2.6e9, "start": {"ticks": 10}, "end": null},
        "cost_of_one_call_ns": null, "cost_of_one_mpi_call_ns": null, "overhead_us": null, "methods": []})");
    EXPECT_FALSE(info.complete);
    EXPECT_FALSE(info.ended);
    EXPECT_FALSE(info.clock.end);
    EXPECT_EQ(info.duration_us, 0);
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

TEST(RunInfo, OfAnOlderRuntimeHasOneCostOfACall) {
    TemporaryDirectory directory;
    directory.write("run.json",
                    R"({"format": 1, "cost_of_one_call_ns": {"recorded": 20, "inside": 8}})");
    const auto info = load_run_info(directory.path() / "run.json");
    EXPECT_DOUBLE_EQ(info.overlapped_call_ns, 20);
    EXPECT_DOUBLE_EQ(info.inside_overlapped_call_ns, 8);
}

TEST(RunInfo, OfAFileWithHolesIsRefused) {
    TemporaryDirectory directory;
    directory.write("run.json", R"({"format": 1})");
    std::filesystem::resize_file(directory.path() / "run.json", std::uint64_t{1} << 40);
    try {
        load_run_info(directory.path() / "run.json");
        ADD_FAILURE() << "was read";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what())
                      .find("has 1099511627776 bytes, more than the 67108864 that it may have"),
                  std::string::npos)
            << error.what();
    }
}

TEST(RunInfo, NamesWhatIsWrong) {
    EXPECT_EQ(problem_of("{}"), "run.json: is not the description of a run: it names no `format`");
    EXPECT_EQ(problem_of("[1]"), "run.json: is not the description of a run: it names no `format`");
    EXPECT_EQ(problem_of(R"({"format": 2})"),
              "run.json: has format 2, this proxima reads up to 1; use a newer one");
    EXPECT_EQ(problem_of(R"({"format": 1, "threads": -1})"),
              "run.json: `threads` is not a whole number from 0");
    EXPECT_EQ(problem_of(R"({"format": 1, "command": "./app"})"),
              "run.json: `command` is not an array");
    EXPECT_EQ(problem_of(R"({"format": 1, "command": [1]})"),
              "run.json: `command` is not an array of texts");
    EXPECT_EQ(problem_of(R"({"format": 1, "clock": {"name": 5}})"),
              "run.json: `clock.name` is not a text");
    EXPECT_EQ(
        problem_of(
            R"({"format": 1, "complete": true, "clock": {"start": {"ticks": 5}, "end": {"ticks": 5}}})"),
        "run.json: `clock.end` is not later than `clock.start`");
    EXPECT_EQ(problem_of(R"({"format": 1,)").rfind("run.json: byte 14: not valid JSON: ", 0), 0U);
}

} // namespace
