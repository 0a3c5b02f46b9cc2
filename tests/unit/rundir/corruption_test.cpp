// Damaged files: what can be read is given, the rest is named, and nothing worse happens.
#include "record_file_builder.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

struct Counter : RecordVisitor {
    void records(const Lane& lane, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            const auto& method = lane.method(*record); // reads everything, for the sanitizers
            for (const auto& parameter : method.parameters) {
                sum += parameter.type == ParameterType::text ? record->text(parameter).text.size()
                                                             : record->word(parameter);
            }
        }
    }
    std::uint64_t sum = 0;
};

ReadOutcome read(const TemporaryDirectory& directory) {
    Counter counter;
    return read_records(RunDirectory::open(directory.path()), counter);
}

ReadOutcome read_file(const std::string& contents) {
    static const TemporaryDirectory directory;
    directory.write("records/0-0.rec", contents);
    auto outcome = read(directory);
    for (auto& problem : outcome.problems) { // without the temporary part of the path
        problem = problem.substr(problem.find("0-0.rec"));
    }
    return outcome;
}

RecordFileBuilder definitions() {
    RecordFileBuilder file;
    file.thread(0).method("P", "f", "void f(int, std::string)",
                          {{0, "n", "int"}, {5, "label", "std::string"}});
    return file.node(0, 0, "i").node(1, 0, "i");
}

std::vector<TestInvocation> some_invocations() {
    std::vector<TestInvocation> invocations;
    for (std::uint64_t i = 0; i < 5; ++i) {
        auto words = text_words("label" + std::to_string(i));
        words.insert(words.begin(), i);
        invocations.push_back(
            {static_cast<std::uint32_t>(1 + i % 2), 1000 + 100 * i, 1050 + 100 * i, i, words});
    }
    return invocations;
}

std::string small_file() {
    return definitions().block(some_invocations()).block(some_invocations()).end().bytes();
}

using Problems = std::vector<std::string>;

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

/// A directory with one lane, whose files may have holes.
class HollowLane {
public:
    HollowLane(const std::string& record_file, const std::string& ring_file) {
        directory_.write("records/0-0.rec", record_file);
        directory_.write("records/0-0.ring", ring_file);
    }

    void enlarge(const std::string& name) const {
        std::filesystem::resize_file(directory_.path() / "records" / name, std::uint64_t{1} << 40);
    }

    ReadOutcome read_all() const { return read(directory_); }

private:
    TemporaryDirectory directory_;
};

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
