// Damaged ring files: what can be read is given, the rest is named, and nothing worse happens.
#include "damaged_lane.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

TEST(Corruption, ARingAsksForNoMoreThanItHasInUse) {
    const HollowLane lane(definitions().bytes(), ring_file(0, some_invocations()));
    lane.enlarge("0-0.ring");
    const auto outcome = lane.read_all();
    EXPECT_EQ(outcome.records, 5U);
    EXPECT_EQ(outcome.problems, Problems{});
}

// The program was killed between making the file and writing its header.
TEST(Corruption, ARingThatHasNotBegunHoldsNothing) {
    const HollowLane lane(definitions().bytes(), std::string(8192, '\0'));
    const auto outcome = lane.read_all();
    EXPECT_EQ(outcome.records, 0U);
    EXPECT_EQ(outcome.problems, Problems{});
}

// Nor then, if the process had set what is its own already.
TEST(Corruption, ARingWithoutItsMagicHasNotBegun) {
    auto ring = ring_file(0, some_invocations());
    ring.replace(0, 8, 8, '\0');
    const auto outcome = HollowLane(definitions().bytes(), ring).read_all();
    EXPECT_EQ(outcome.records, 0U);
    EXPECT_EQ(outcome.problems, Problems{});
}

TEST(Corruption, ARingWithMoreInUseThanThereMayBeIsRefused) {
    const auto ring = ring_file(0, some_invocations());
    struct Case {
        std::size_t capacity_at, in_use_at;
        std::string problem;
    };
    for (const auto& [capacity_at, in_use_at, problem] :
         {Case{28, 88, "claims 4294967295 bytes of chunks, more than there may be"},
          Case{20, 104, "claims 4294967295 invocations, more than a block may have"}}) {
        auto hostile = ring;
        hostile.replace(capacity_at, 4, "\xff\xff\xff\xff");
        hostile.replace(in_use_at, 4, "\xff\xff\xff\xff");
        const HollowLane lane(definitions().bytes(), hostile);
        lane.enlarge("0-0.ring");
        const auto outcome = lane.read_all();
        ASSERT_EQ(outcome.problems.size(), 1U);
        EXPECT_NE(outcome.problems[0].find(problem), std::string::npos) << outcome.problems[0];
    }
}

TEST(Corruption, StatisticsInAHoleEndTheReading) {
    auto ring = with_statistics(ring_file(0, some_invocations()), {{}, 0, 0});
    ring.replace(264, 4, "\xff\xff\xff\x7f"); // entries
    const HollowLane lane(definitions().bytes(), ring);
    lane.enlarge("0-0.ring");
    const auto outcome = lane.read_all();
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("statistics of node 0, which is not defined before them"),
              std::string::npos)
        << outcome.problems[0];
}

TEST(Corruption, CallsOfMpiThatDoNotFitAreRefused) {
    for (const std::uint64_t offset : {std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
        auto ring = with_mpi_calls(ring_file(0, some_invocations()), {1, 2, 3, 4, 5, 6, 7, 8, 9});
        ring.replace(288, 8, Bytes().u64(offset).bytes());
        const HollowLane lane(definitions().bytes(), ring);
        const auto outcome = lane.read_all();
        ASSERT_EQ(outcome.problems.size(), 1U);
        EXPECT_NE(outcome.problems[0].find("which do not fit"), std::string::npos)
            << outcome.problems[0];
    }
}

TEST(Corruption, ARingMayHoldAnything) {
    const auto records = definitions().block(some_invocations()).bytes();
    const auto ring =
        ring_file(1, some_invocations(), small_file().substr(RecordFileBuilder().bytes().size()));
    std::vector<std::string> rings;
    constexpr std::size_t fields = 112;
    constexpr std::size_t columns = 4096;
    for (std::size_t length = 0; length < ring.size(); length += 41) {
        rings.push_back(ring.substr(0, length));
    }
    for (std::size_t i = 0; i < ring.size(); i = i == fields ? columns : i + 1) {
        for (const char wrong : {'\0', '\x7f', '\xff'}) {
            rings.push_back(ring);
            rings.back()[i] = wrong;
        }
    }
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", records);
    for (const auto& damaged : rings) {
        directory.write("records/0-0.ring", damaged);
        const auto outcome = read(directory);
        EXPECT_GE(outcome.records, 5U);
        EXPECT_LE(outcome.records, 18U);
    }
}

TEST(Corruption, ADamagedChunkOfARingDoesNotHideWhatFollows) {
    const auto header = RecordFileBuilder().bytes().size();
    const auto before = definitions().bytes().size();
    auto chunks = definitions().thread(1).block(some_invocations()).bytes().substr(header);
    chunks[before - header + 20] ^= 1; // within the payload of the second thread chunk
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", RecordFileBuilder().bytes());
    directory.write("records/0-0.ring", ring_file(1, some_invocations(), chunks));
    const auto outcome = read(directory);
    EXPECT_EQ(outcome.records, 10U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("0-0.ring: byte "), std::string::npos);
    EXPECT_NE(outcome.problems[0].find("the checksum of a chunk"), std::string::npos);
}

TEST(Corruption, AChunkThatDoesNotFitIntoARingDoesNotHideTheColumns) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", definitions().bytes());
    directory.write("records/0-0.ring",
                    ring_file(0, some_invocations(), Bytes().u32(4).u32(1000).u64(0).bytes()));
    const auto outcome = read(directory);
    EXPECT_EQ(outcome.records, 5U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("a chunk does not fit into its place"), std::string::npos);
}

TEST(Corruption, ARingAfterALostBlockSaysSo) {
    TemporaryDirectory directory;
    directory.write("records/0-0.rec", definitions().block(some_invocations()).bytes());
    directory.write("records/0-0.ring", ring_file(3, some_invocations()));
    const auto outcome = read(directory);
    EXPECT_EQ(outcome.records, 10U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("0-0.ring: 2 blocks were written before"),
              std::string::npos);
}

} // namespace
