// Damaged record files: what can be read is given, the rest is named, and nothing worse happens.
#include "damaged_lane.hpp"

#include <gtest/gtest.h>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

ReadOutcome read_file(const std::string& contents) {
    static const TemporaryDirectory directory;
    directory.write("records/0-0.rec", contents);
    auto outcome = read(directory);
    for (auto& problem : outcome.problems) { // without the temporary part of the path
        problem = problem.substr(problem.find("0-0.rec"));
    }
    return outcome;
}

TEST(Corruption, CutAnywhereGivesWhatIsWhole) {
    const auto whole = small_file();
    const auto first_block = definitions().bytes().size();
    const auto second_block = definitions().block(some_invocations()).bytes().size();
    const auto end =
        definitions().block(some_invocations()).block(some_invocations()).bytes().size();
    ASSERT_EQ(read_file(whole).problems, Problems{});
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto outcome = read_file(whole.substr(0, length));
        EXPECT_EQ(outcome.records, length >= end            ? 10U
                                   : length >= second_block ? 5U
                                                            : 0U)
            << length;
        ASSERT_EQ(outcome.problems.size(), 1U) << length;
        if (length > first_block && length < second_block) {
            EXPECT_EQ(outcome.problems[0],
                      "0-0.rec: byte " + std::to_string(first_block) +
                          ": the file ends within a chunk; what followed is missing");
        }
    }
}

TEST(Corruption, AnyFlippedBitIsFound) {
    const auto whole = small_file();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (const int bit : {0, 3, 7}) {
            auto damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            const auto outcome = read_file(damaged);
            EXPECT_LE(outcome.records, 10U);
            EXPECT_FALSE(outcome.problems.empty()) << "byte " << i << ", bit " << bit;
        }
    }
}

TEST(Corruption, OneDamagedBlockDoesNotHideTheNext) {
    auto damaged = small_file();
    const auto first_block = definitions().bytes().size();
    damaged[first_block + 70] ^= 1;
    const auto outcome = read_file(damaged);
    EXPECT_EQ(outcome.records, 5U);
    ASSERT_FALSE(outcome.problems.empty());
    EXPECT_EQ(outcome.problems[0].find("0-0.rec: byte " + std::to_string(first_block) +
                                       ": the checksum of a chunk"),
              0U)
        << outcome.problems[0];
}

/// A block whose checksum is right but whose contents are not.
std::string block_payload(std::uint32_t count, std::uint32_t words, const std::string& streams) {
    return Bytes()
        .u64(0)
        .u32(count)
        .u32(words)
        .u64(0)
        .u64(0)
        .u64(2000)
        .i64(6000)
        .raw(streams)
        .bytes();
}

TEST(Corruption, NamesWhatIsWrongBehindARightChecksum) {
    const auto offset = std::to_string(definitions().bytes().size() + 16);
    const std::vector<std::pair<std::string, std::string>> cases{
        {definitions().chunk(4, block_payload(1, 5, "\x09")).bytes(),
         "a group of values has the impossible tag 9"},
        {definitions().chunk(4, block_payload(1, 5, "\x21")).bytes(),
         "a block ends within a group of values"},
        {definitions().chunk(4, block_payload(65536, 5, "\x81\x01")).bytes(),
         "a block ends within a group of values"},
        {definitions().chunk(4, block_payload(65537, 5, "\x81\x01")).bytes(),
         "a block of 65537 invocations, more than there may be"},
        {definitions()
             .chunk(4, block_payload(1, 5, std::string("\x81\x01\x81\x03\x80\x80", 6)))
             .bytes(),
         "an invocation of node 3, which is not defined before it"},
        {definitions()
             .chunk(4, block_payload(1, 5, std::string("\x81\x01\x80\x80\x80", 5)))
             .bytes(),
         "an invocation of node 0, which is not defined before it"},
        {definitions().chunk(4, block_payload(1, 5, "\x81\x01\x0f\x01")).bytes(),
         "a group of values has the impossible tag 15"},
        {definitions().chunk(4, block_payload(65, 5, "\x81\x01\x0f\x01")).bytes(),
         "a group of values has the impossible tag 15"},
        {definitions()
             .chunk(4, block_payload(65, 5, std::string("\x81\x01\x81\x01\x81\x01\x0f\x00", 8)))
             .bytes(),
         "values recur after the impossible number 0"},
        {definitions().chunk(4, block_payload(65, 5, "\x81\x01\x81\x01\x81\x01\x0f\x41")).bytes(),
         "values recur after the impossible number 65"},
        {definitions().chunk(4, block_payload(65, 5, "\x81\x01\x81\x01\x81\x01\x0f")).bytes(),
         "a block ends within a group of values"},
        {definitions()
             .chunk(4, block_payload(1, 4, std::string("\x81\x01\x81\x01\x80\x80", 6)))
             .bytes(),
         "a block of 4 words has invocations with 5"},
        {definitions().chunk(4, "short").bytes(),
         "a field of 8 bytes does not fit into the 5 that are left"},
        {definitions().chunk(3, Bytes().u32(3).u32(3).u32(0).u32(0).string("i").bytes()).bytes(),
         "the parent of a node, 3, is not defined before it"},
        {definitions().chunk(3, Bytes().u32(3).u32(1).u32(1).u32(0).string("i").bytes()).bytes(),
         "the method of a node, 1, is not defined before it"},
        {definitions().chunk(3, Bytes().u32(9).u32(1).u32(0).u32(0).string("i").bytes()).bytes(),
         "node 3 should be defined here, not 9"},
        {definitions()
             .chunk(2, Bytes().u32(1).string("P").string("g").u32(4000000000U).bytes())
             .bytes(),
         "a field of 4000000000 bytes does not fit into the 0 that are left"},
        {definitions().method("P", "g", "void g()", {{9, "n", "int"}}).bytes(),
         "a parameter has the unknown type 9"},
        {definitions()
             .method("P", "g", "void g()", std::vector<TestParameter>(300, {5, "n", "int"}))
             .bytes(),
         "a method has more parameters than any should"},
        {definitions().chunk(5, Bytes().u64(1).u64(0).bytes()).bytes(),
         "the file says that it has 1 invocations, but has 0"},
        {definitions().bytes(),
         "the file has no end mark; what followed is missing, or recording had to stop (see "
         "`losses` in run.json)"},
        {"", "is not a Proxima record file"},
        {"PK\3\4 something else altogether", "is not a Proxima record file"},
        {small_file().substr(0, 40), "the file ends within its header"},
    };
    for (const auto& [contents, problem] : cases) {
        const auto outcome = read_file(contents);
        ASSERT_FALSE(outcome.problems.empty()) << problem;
        EXPECT_NE(outcome.problems[0].find(problem), std::string::npos) << outcome.problems[0];
        EXPECT_EQ(outcome.problems[0].rfind("0-0.rec: byte ", 0), 0U) << outcome.problems[0];
    }
}

TEST(Corruption, ABlockAsksForNoMoreThanItMay) {
    // 65536 invocations of 1021 words each, all of which are equal: a megabyte that means 512
    RecordFileBuilder file;
    file.thread(0).method("P", "f", "void f()",
                          std::vector<TestParameter>(1021, {2, "x", "double"}));
    file.node(0, 0, "i");
    std::string streams(65536 / 64, '\x80');
    for (int group = 0; group < 65536 / 64; ++group) {
        streams += "\x81\x01"; // node 1
    }
    streams += std::string(65536 / 64 * (2 + 1021), '\x80');
    const auto outcome =
        read_file(file.chunk(4, block_payload(65536, 65536 * 1021, streams)).bytes());
    EXPECT_EQ(outcome.records, 0U);
    ASSERT_FALSE(outcome.problems.empty());
    EXPECT_NE(outcome.problems[0].find("a block of 66912256 words, more than there may be"),
              std::string::npos)
        << outcome.problems[0];
}

TEST(Corruption, CallsOfMpiOfNodesThatAreNotDefinedAreRefused) {
    for (const std::uint32_t node : {0U, 99U}) {
        const auto outcome = read_file(definitions().mpi_calls({{node, 1}}).end().bytes());
        ASSERT_EQ(outcome.problems.size(), 1U);
        EXPECT_NE(outcome.problems[0].find("calls of MPI of node " + std::to_string(node) +
                                           ", which is not defined before them"),
                  std::string::npos)
            << outcome.problems[0];
    }
}

TEST(Corruption, AChunkLargerThanAnyIsLeftOut) {
    const HollowLane lane(definitions().bytes() + Bytes().u32(4).u32(0xffffffffU).u64(0).bytes(),
                          ring_file(0, some_invocations()));
    lane.enlarge("0-0.rec");
    const auto outcome = lane.read_all(); // ends, though the hole goes on behind that chunk
    EXPECT_EQ(outcome.records, 5U);
    ASSERT_EQ(outcome.problems.size(), 1U);
    EXPECT_NE(outcome.problems[0].find("a chunk of 4294967295 bytes, more than there may be"),
              std::string::npos)
        << outcome.problems[0];
}

TEST(Corruption, ANewerFormatIsSaid) {
    auto newer = small_file();
    newer[8] = 2;
    EXPECT_EQ(
        read_file(newer).problems,
        Problems{"0-0.rec: byte 8: has format 2, this proxima reads 1; use another version of it"});
}

TEST(Corruption, UnknownChunksArePassedOver) {
    const auto outcome =
        read_file(definitions().chunk(99, "news").block(some_invocations()).end().bytes());
    EXPECT_EQ(outcome.records, 5U);
    EXPECT_EQ(outcome.problems, Problems{});
}

TEST(Corruption, NoiseIsNotDescribedEndlessly) {
    auto file = definitions();
    for (int i = 0; i < 1000; ++i) {
        file.chunk(4, "short");
    }
    EXPECT_LE(read_file(file.bytes()).problems.size(), 12U);
}

} // namespace
