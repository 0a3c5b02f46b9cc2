// Damaged files of a thread: readable parts are read, the rest is named, and nothing worse happens.
#include "record_file_builder.hpp"

#include <proxima/format/chunks.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;
using proxima::format::ThreadBufferHeader;

using Problems = std::vector<std::string>;

// Reads everything, parameters too, for the sanitizers.
struct Reader : RecordVisitor {
    void records(const Thread& thread, const Record* first, std::size_t count) override {
        for (const auto* record = first; record != first + count; ++record) {
            for (const auto& parameter : thread.method(*record).parameters) {
                sum += parameter.type == ParameterType::text ? record->text(parameter).text.size()
                                                             : record->word(parameter);
            }
        }
    }
    std::uint64_t sum = 0;
};

// A method with parameters, and two nodes.
RecordFileBuilder definitions() {
    RecordFileBuilder file;
    file.thread(0).method("P", "f", "void f(int, std::string)",
                          {{0, "n", "int"}, {5, "label", "std::string"}});
    return file.node(0, 0, "i").node(1, 0, "i");
}

// Five invocations of them.
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

// A complete record file with two blocks.
std::string small_file() {
    return definitions().block(some_invocations()).block(some_invocations()).end().bytes();
}

ReadOutcome read(const TemporaryDirectory& directory) {
    Reader reader;
    auto outcome = read_records(RunDirectory::open(directory.path()), reader);
    for (auto& problem : outcome.problems) { // without the temporary part of the path
        problem = problem.substr(problem.find("0-0."));
    }
    return outcome;
}

ReadOutcome read_file(const std::string& contents) {
    static const TemporaryDirectory directory;
    directory.write("records/0-0.rec", contents);
    return read(directory);
}

// A run with a thread buffer; if `enlarged`, with a hole at its end.
ReadOutcome read_both(const std::string& record_file, const std::string& buffer,
                      bool enlarged = false) {
    static const TemporaryDirectory directory;
    directory.write("records/0-0.rec", record_file);
    directory.write("records/0-0.buffer", buffer);
    if (enlarged) {
        std::filesystem::resize_file(directory.path() / "records/0-0.buffer",
                                     std::uint64_t{1} << 40);
    }
    return read(directory);
}

void expect_problem(const ReadOutcome& outcome, const std::string& problem) {
    ASSERT_FALSE(outcome.problems.empty()) << problem;
    EXPECT_NE(outcome.problems[0].find(problem), std::string::npos) << outcome.problems[0];
}

TEST(Corruption, CutAnywhereGivesWhatIsWhole) {
    const auto whole = small_file();
    const auto second_block = definitions().block(some_invocations()).bytes().size();
    const auto end =
        definitions().block(some_invocations()).block(some_invocations()).bytes().size();
    ASSERT_EQ(read_file(whole).problems, Problems{});
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto outcome = read_file(whole.substr(0, length));
        EXPECT_EQ(outcome.records, length >= end ? 10U : length >= second_block ? 5U : 0U);
        ASSERT_EQ(outcome.problems.size(), 1U) << length;
        EXPECT_EQ(outcome.problems[0].rfind("0-0.rec: error: byte ", 0), 0U) << outcome.problems[0];
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
    expect_problem(outcome,
                   "0-0.rec: error: byte " + std::to_string(first_block) + ": the checksum");
}

// A file with a block whose checksum is right but whose contents are not.
std::string with_block(std::uint32_t count, std::uint32_t words, const std::string& streams) {
    Bytes payload;
    payload.u64(0).u32(count).u32(words).u64(0).u64(0).u64(2000).i64(6000).raw(streams);
    return definitions().chunk(4, payload.bytes()).bytes();
}

TEST(Corruption, NamesWhatIsWrongBehindARightChecksum) {
    const std::pair<std::string, std::string> cases[] = {
        {with_block(1, 5, "\x09"), "impossible tag 9"},
        {with_block(1, 5, "\x21"), "ends within a group of values"},
        {with_block(65536, 5, "\x81\x01"), "ends within a group of values"},
        {with_block(65537, 5, "\x81\x01"), "a block of 65537 invocations"},
        {with_block(65536, 65536 * 1021, ""), "and 66912256 words, more than there may be"},
        {with_block(1, 5, std::string("\x81\x01\x81\x03\x80\x80", 6)), "node 3, which is not"},
        {with_block(1, 5, std::string("\x81\x01\x80\x80\x80", 5)), "node 0, which is not"},
        {with_block(65, 5, "\x81\x01\x0f\x01"), "impossible tag 15"},
        {with_block(65, 5, std::string("\x81\x01\x81\x01\x81\x01\x0f\x00", 8)), "number 0"},
        {with_block(65, 5, "\x81\x01\x81\x01\x81\x01\x0f\x41"), "number 65"},
        {with_block(1, 4, std::string("\x81\x01\x81\x01\x80\x80", 6)), "4 words"},
        {definitions().chunk(4, "short").bytes(), "within a field of 8 bytes"},
        {definitions().chunk(3, Bytes().u32(3).u32(3).u32(0).u32(0).string("i").bytes()).bytes(),
         "the parent of a node, 3"},
        {definitions().chunk(3, Bytes().u32(3).u32(1).u32(1).u32(0).string("i").bytes()).bytes(),
         "the method of a node, 1"},
        {definitions().chunk(3, Bytes().u32(9).u32(1).u32(0).u32(0).string("i").bytes()).bytes(),
         "node 9 follows where 3"},
        {definitions().chunk(2, Bytes().u32(1).u32(4000000000U).bytes()).bytes(), "4000000000"},
        {definitions().method("P", "g", "void g()", {{9, "n", "int"}}).bytes(), "unknown type 9"},
        {definitions()
             .method("P", "g", "void g()", std::vector<TestParameter>(300, {5, "n", "int"}))
             .bytes(),
         "more parameters than any should"},
        {definitions().mpi_calls({{99, 1}}).bytes(), "calls of MPI of node 99"},
        {definitions().statistics({{9, 0, {1}}}).bytes(), "statistics of node 9"},
        {definitions().statistics({{1, 500, {1}}}).bytes(), "a bin 500"},
        {definitions().chunk(5, Bytes().u64(1).u64(0).bytes()).bytes(), "1 invocations, but has 0"},
        {definitions().bytes(), "the file has no end mark"},
        {"PK\3\4 something else altogether", "is not a Proxima record file"}};
    for (const auto& [contents, problem] : cases) {
        const auto outcome = read_file(contents);
        expect_problem(outcome, problem);
        EXPECT_EQ(outcome.problems[0].rfind("0-0.rec: error: byte ", 0), 0U) << outcome.problems[0];
    }
}

TEST(Corruption, ANewerFormatIsSaid) {
    auto newer = small_file();
    newer[8] = 2;
    expect_problem(read_file(newer), "0-0.rec: error: byte 8: has format 2, this proxima reads 1");
    ThreadBufferBuilder buffer(0, some_invocations());
    buffer.header.version = 9;
    expect_problem(read_both(definitions().bytes(), buffer.bytes()),
                   "0-0.buffer: error: byte 8: has for");
}

TEST(Corruption, UnknownChunksAndSectionsArePassedOver) {
    const auto file = definitions().chunk(99, "news").block(some_invocations());
    EXPECT_EQ(read_file(RecordFileBuilder(file).end().bytes()).problems, Problems{});
    ThreadBufferBuilder buffer(1, some_invocations());
    buffer.section(static_cast<proxima::format::SectionType>(99), 1, "news");
    const auto outcome = read_both(file.bytes(), buffer.bytes());
    EXPECT_EQ(outcome.records, 10U);
    EXPECT_EQ(outcome.problems, Problems{});
}

TEST(Corruption, NoiseIsNotDescribedEndlessly) {
    auto file = definitions();
    for (int i = 0; i < 1000; ++i) {
        file.chunk(4, "short");
    }
    const auto problems = read_file(file.bytes()).problems;
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].find("this file has 1000 more problems"), std::string::npos)
        << problems[0];
}

// A program that was killed before it wrote the header, with and without other files.
TEST(Corruption, AThreadBufferThatHasNotBegunHoldsNothing) {
    auto buffer = ThreadBufferBuilder(0, some_invocations()).bytes();
    buffer.replace(0, 8, 8, '\0');
    for (const auto& contents : {std::string(), std::string(8192, '\0'), buffer}) {
        const auto outcome = read_both(definitions().bytes(), contents);
        EXPECT_EQ(outcome.records, 0U);
        EXPECT_EQ(outcome.problems, Problems{});
    }
}

TEST(Corruption, AThreadBufferAsksForNoMoreThanItMay) {
    const ThreadBufferBuilder sane(0, some_invocations());
    EXPECT_EQ(read_both(definitions().bytes(), sane.bytes(), true).records, 5U);
    auto hostile = sane;
    hostile.header.chunk_bytes = 1U << 30U;
    expect_problem(read_both(definitions().bytes(), hostile.bytes(), true), "bytes of chunks");
    hostile = sane;
    hostile.header.capacity = 0xffffffffU;
    hostile.header.count = 0xffffffffU;
    expect_problem(read_both(definitions().bytes(), hostile.bytes(), true), "claims 4294967295");
    hostile = sane;
    hostile.header.sections[2].bytes = std::uint64_t{1} << 39U;
    expect_problem(read_both(definitions().bytes(), hostile.bytes(), true), "a section of");
    hostile = sane;
    hostile.header.section_count = ThreadBufferHeader::most_sections + 1;
    expect_problem(read_both(definitions().bytes(), hostile.bytes()), "sections");
}

TEST(Corruption, ADamagedChunkInABufferDoesNotHideWhatFollows) {
    auto chunks = definitions().thread(1).block(some_invocations()).chunks();
    chunks[definitions().chunks().size() + 20] ^=
        1; // within the payload of the second thread chunk
    auto outcome = read_both(RecordFileBuilder().bytes(),
                             ThreadBufferBuilder(1, some_invocations(), chunks).bytes());
    EXPECT_EQ(outcome.records, 10U);
    expect_problem(outcome, "the checksum of a chunk");
    const auto endless = Bytes().u32(4).u32(1000).u64(0).bytes();
    outcome = read_both(definitions().bytes(),
                        ThreadBufferBuilder(0, some_invocations(), endless).bytes());
    EXPECT_EQ(outcome.records, 5U);
    expect_problem(outcome, "a chunk does not fit into its place");
}

TEST(Corruption, ABufferAfterALostBlockSaysSo) {
    const auto outcome = read_both(definitions().block(some_invocations()).bytes(),
                                   ThreadBufferBuilder(3, some_invocations()).bytes());
    EXPECT_EQ(outcome.records, 10U);
    expect_problem(outcome, "0-0.buffer: error: 2 blocks were written before");
}

} // namespace
