// Refused content of run.json.
#include "error_of.hpp"
#include "record_file_builder.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

RunInfo load(const std::string& text) {
    return parse_run_info("run.json", text);
}

TEST(RunInfo, RefusesAFileWithHoles) {
    TemporaryDirectory directory;
    directory.write("run.json", R"({"format": 1})");
    std::filesystem::resize_file(directory.path() / "run.json", std::uint64_t{1} << 40);
    EXPECT_THROW(load_run_info(directory.path() / "run.json"), proxima::base::Error);
}

// A run whose calls were all made by fibers.
TEST(RunInfo, TellsWhatWasLostWhereNothingIsRecorded) {
    TemporaryDirectory directory;
    directory.write("run.json",
                    R"({"format": 1, "end": "2026-11-27T12:00:00Z", "buffers": 1, "records": 0,
                        "losses": {"invocations": 20, "reasons": ["20 on another stack"]}})");
    EXPECT_NE(why_no_records(RunDirectory::open(directory.path())).find("20 on another stack"),
              std::string::npos);
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
        const std::string said = proxima::unit::error_of([&] { load(text); });
        EXPECT_EQ(said.rfind("run.json:", 0), 0U) << text << said;
        EXPECT_NE(said.find(problem), std::string::npos) << said;
    }
}

} // namespace
