// Finding runs and the files in them.
#include "record_file_builder.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;
namespace fs = std::filesystem;

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
