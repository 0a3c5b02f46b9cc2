// What is taken from mpi.json and from the files of a killed job, and what is refused.
#include "record_file_builder.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

constexpr std::size_t routines_at = 512;
constexpr std::size_t communicators_at = routines_at + 2 * 128;
constexpr std::size_t partners_at = communicators_at + 256;
constexpr std::size_t file_size = partners_at + 64;

// A file as FORMAT.md describes it: a clock of one tick a microsecond, two routines, one
// communicator, one partner.
class UseFileText {
public:
    UseFileText(std::uint32_t rank, std::uint64_t calls) : text_(file_size, '\0') {
        put_text(0, std::string("\x89PXM\r\n\x1a\n"));
        put<std::uint32_t>(8, {1, rank, 2, 2, 1, 1});
        put<std::uint64_t>(32, {routines_at, communicators_at, partners_at});
        put<double>(56, {1e6});
        put<std::uint64_t>(64, {3});
        put_text(72, "funneled");
        put_text(88, "Open MPI v4.1.4");
        put<std::uint64_t>(routines_at, {calls, 1, 10 * calls, 7, 8, 2, 1, 50, 30, 20});
        put_text(routines_at + 80, "MPI_Irecv");
        put_text(routines_at + 128 + 80, "MPI_Send"); // not called
        put<std::uint64_t>(communicators_at, {calls, 10 * calls, 7, 8});
        put<std::int32_t>(communicators_at + 32, {1, 2, 0, -1, 0});
        put_text(communicators_at + 64, "MPI_COMM_WORLD");
        put<std::uint64_t>(partners_at, {5, 6, 7, 8, 9});
        put<std::int32_t>(partners_at + 40, {1});
    }

    template <class Value>
    void put(std::size_t offset, const std::vector<Value>& values) {
        std::memcpy(text_.data() + offset, values.data(), values.size() * sizeof(Value));
    }
    void put_text(std::size_t offset, const std::string& text) {
        text_.replace(offset, text.size(), text);
    }

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

class UseFiles {
public:
    UseFiles() {
        std::filesystem::create_directories(directory_.path() / "mpi");
        directory_.write("run.json", "{}");
    }

    void write(const std::string& name, const std::string& text) {
        directory_.write("mpi/" + name, text);
    }

    std::optional<MpiUse> rebuild() {
        return rebuild_mpi_use(RunDirectory::open(directory_.path()), problems);
    }

    std::vector<std::string> problems;

private:
    TemporaryDirectory directory_;
};

TEST(MpiUse, ThreadsAndRanksAreSummedUp) {
    UseFiles files;
    files.write("0-0.use", UseFileText(0, 4).text());
    files.write("0-1.use", UseFileText(0, 1).text());
    files.write("1-0.use", UseFileText(1, 2).text());
    const auto use = files.rebuild();
    EXPECT_TRUE(files.problems.empty());
    ASSERT_TRUE(use);
    EXPECT_EQ(use->size, 2U);
    EXPECT_EQ(use->library, "Open MPI v4.1.4");
    EXPECT_EQ(use->thread_level, "funneled");
    EXPECT_EQ(use->untracked_operations, 9U);
    ASSERT_EQ(use->routines.size(), 1U);
    const MpiRoutine& routine = use->routines.front();
    EXPECT_EQ(routine.name, "MPI_Irecv");
    EXPECT_EQ(routine.ranks, 2U);
    EXPECT_EQ(routine.calls, 7U);
    EXPECT_EQ(routine.nested_calls, 3U);
    EXPECT_DOUBLE_EQ(routine.time_us, 70);
    EXPECT_DOUBLE_EQ(routine.shortest_us, 20); // rank 1
    EXPECT_DOUBLE_EQ(routine.longest_us, 50);  // rank 0, both threads
    EXPECT_EQ(routine.bytes_received, 24U);
    EXPECT_EQ(routine.operations.begun, 6U);
    EXPECT_DOUBLE_EQ(routine.operations.hidden_us, 60);
    ASSERT_EQ(use->communicators.size(), 1U);
    EXPECT_EQ(use->communicators.front().name, "MPI_COMM_WORLD");
    EXPECT_EQ(use->communicators.front().ranks, 2U);
    EXPECT_EQ(use->communicators.front().first, 0);
    EXPECT_EQ(use->communicators.front().last, std::nullopt);
    ASSERT_EQ(use->ranks.size(), 2U);
    EXPECT_EQ(use->ranks[0].calls, 5U);
    EXPECT_EQ(use->ranks[1].calls, 2U);
    ASSERT_EQ(use->partners.size(), 2U);
    EXPECT_EQ(use->partners[0].messages_sent, 10U);
    EXPECT_EQ(use->partners[0].partner, 1);
}

TEST(MpiUse, WhatAThreadHasOnlyCompletedCounts) {
    UseFiles files;
    files.write("0-0.use", UseFileText(0, 4).text());
    UseFileText completing(0, 0); // what the other thread has begun
    completing.put<std::uint64_t>(routines_at, {0, 0, 0, 0, 100, 0, 6, 40, 0, 40});
    completing.put<std::uint64_t>(communicators_at, {0, 0, 0, 100});
    completing.put<std::uint64_t>(partners_at, {0, 0, 0, 100, 0});
    files.write("0-1.use", completing.text());
    const auto use = files.rebuild();
    ASSERT_TRUE(use);
    ASSERT_EQ(use->routines.size(), 1U);
    EXPECT_EQ(use->routines[0].calls, 4U);
    EXPECT_EQ(use->routines[0].ranks, 1U);
    EXPECT_EQ(use->routines[0].operations.begun, 2U);
    EXPECT_EQ(use->routines[0].operations.completed, 1U + 6U);
    EXPECT_DOUBLE_EQ(use->routines[0].operations.in_flight_us, 50 + 40);
    EXPECT_DOUBLE_EQ(use->routines[0].operations.hidden_us, 20 + 40);
    EXPECT_EQ(use->routines[0].bytes_received, 8U + 100U);
    EXPECT_EQ(use->ranks.at(0).bytes_received, 8U + 100U);
    EXPECT_EQ(use->communicators.at(0).bytes_received, 8U + 100U);
    EXPECT_EQ(use->partners.at(0).bytes_received, 8U + 100U);
}

TEST(MpiUse, CommunicatorsOfOneRankAloneAreOneRow) {
    UseFiles files;
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
        UseFileText text(rank, 4);
        const auto itself = static_cast<std::int32_t>(rank);
        text.put<std::int32_t>(communicators_at + 32, {1, 1, itself, itself, 0});
        files.write(std::to_string(rank) + "-0.use", text.text());
    }
    const auto use = files.rebuild();
    ASSERT_TRUE(use);
    ASSERT_EQ(use->communicators.size(), 1U);
    const MpiCommunicator& row = use->communicators.front();
    EXPECT_EQ(row.ranks, 3U);
    EXPECT_EQ(row.calls, 12U);
    EXPECT_EQ(row.first, std::nullopt);
    EXPECT_EQ(row.last, std::nullopt);
}

TEST(MpiUse, CommunicatorsWithoutRoomAreOneRow) {
    constexpr std::uint32_t kept = 1024;
    constexpr std::uint32_t more = 6;
    UseFiles files;
    for (std::uint32_t rank = 0; rank < kept + more; ++rank) {
        UseFileText text(rank, 4);
        text.put_text(communicators_at + 64, "of rank " + std::to_string(10000 + rank));
        files.write(std::to_string(rank) + "-0.use", text.text());
    }
    const auto use = files.rebuild();
    ASSERT_TRUE(use);
    ASSERT_EQ(use->communicators.size(), kept + 1);
    std::uint64_t calls = 0;
    for (const MpiCommunicator& row : use->communicators) {
        calls += row.calls;
        if (row.name == "others") {
            EXPECT_EQ(row.calls, more * 4U);
            EXPECT_EQ(row.ranks, more);
            EXPECT_EQ(row.size, 0);
            EXPECT_EQ(row.first, std::nullopt);
        } else {
            EXPECT_EQ(row.ranks, 1U);
        }
    }
    EXPECT_EQ(calls, (kept + more) * 4U);
}

TEST(MpiUse, DamagedFilesAreNamedAndTheRestIsRead) {
    UseFiles files;
    files.write("0-0.use", UseFileText(0, 4).text());
    files.write("0-1.use", "");
    files.write("0-2.use", UseFileText(0, 4).text().substr(0, partners_at));
    UseFileText newer(0, 4);
    newer.put<std::uint32_t>(8, {2});
    files.write("0-3.use", newer.text());
    UseFileText endless(0, 4);
    endless.put<std::uint32_t>(20, {~0U, ~0U, ~0U});
    files.write("0-4.use", endless.text());
    UseFileText far(0, 4);
    far.put<std::uint64_t>(32, {~std::uint64_t{0}, ~std::uint64_t{0} - 100, 0});
    files.write("0-5.use", far.text());
    UseFileText stopped(0, 4);
    stopped.put<double>(56, {0});
    files.write("0-6.use", stopped.text());
    const auto use = files.rebuild();
    ASSERT_TRUE(use);
    EXPECT_EQ(use->routines.front().calls, 4U);
    ASSERT_EQ(files.problems.size(), 6U);
    EXPECT_NE(files.problems[0].find("0-1.use: byte 0: is not a file of MPI counts"),
              std::string::npos);
    EXPECT_NE(files.problems[1].find("byte " + std::to_string(partners_at)), std::string::npos);
    EXPECT_NE(files.problems[2].find("byte 8: has format 2"), std::string::npos);
}

TEST(MpiUse, NoFiles) {
    UseFiles files;
    EXPECT_FALSE(files.rebuild());
    EXPECT_TRUE(files.problems.empty());
}

MpiUse parse(const std::string& text) {
    return parse_mpi_use("mpi.json", text.data(), text.data() + text.size());
}

TEST(MpiUse, OfMpiJson) {
    const MpiUse use = parse(R"({"format": 1, "size": 2, "library": "MPICH", "routines": [
        {"name": "MPI_Isend", "ranks": 2, "calls": 3, "time": 1.5, "bytes sent": 12,
         "nonblocking": {"operations": 3, "completed": 2, "in flight": 4.5, "hidden": 2.5}}],
        "ranks": [{"rank": null, "calls": 3}]})");
    EXPECT_EQ(use.size, 2U);
    ASSERT_EQ(use.routines.size(), 1U);
    EXPECT_EQ(use.routines[0].bytes_sent, 12U);
    EXPECT_EQ(use.routines[0].operations.completed, 2U);
    EXPECT_DOUBLE_EQ(use.routines[0].operations.hidden_us, 2.5);
    EXPECT_EQ(use.ranks.at(0).rank, std::nullopt);
}

TEST(MpiUse, NamesWhatIsWrongInMpiJson) {
    const auto problem_of = [](const std::string& text) -> std::string {
        try {
            parse(text);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(problem_of("[]"),
              "mpi.json: is not what ranks have done with MPI: it names no `format`");
    EXPECT_EQ(problem_of(R"({"format": 1, "routines": [1]})"),
              "mpi.json: `routines` is not an array of objects");
    EXPECT_EQ(problem_of(R"({"format": 1, "routines": [{"calls": -1}]})"),
              "mpi.json: `routines.calls` is not a whole number from 0");
}

} // namespace
