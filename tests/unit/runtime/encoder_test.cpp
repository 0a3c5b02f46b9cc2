#include "encoding/encoder.hpp"
#include "encoding/format.hpp"
#include "record_decoder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <tuple>

namespace {

using namespace proxima::detail;
using proxima::format::ColumnType;
using proxima::format::Kernels;
using proxima::format::usable_kernels;

// A lane whose invocations are also kept as they are, to be compared with what comes back from the
// encoding.
class EncoderTest : public testing::Test {
protected:
    TreeNode& node(std::vector<ColumnType> words) {
        auto& method = methods_.emplace_back();
        method.words = std::move(words);
        auto& where = places_.emplace_back(SiteInfo{&method, &instance_});
        auto& added = tree_.make_child(tree_.root(), static_cast<proxima::Site>(places_.size()),
                                       where, false);
        encoder_.prepare(added);
        return added;
    }

    void add(const TreeNode& node, std::uint64_t end, std::uint64_t duration,
             std::vector<std::uint64_t> words, std::uint64_t communication = 0) {
        const std::uint64_t index = ++lane_->head.count;
        lane_->end[index] = end;
        lane_->start[index] = end - duration;
        lane_->communication[index] = communication;
        communicated_ |= communication != 0;
        lane_->node[index] = node.id;
        for (std::size_t i = 0; i < words.size(); ++i) {
            (i == 0 ? lane_->first_word[index] : lane_->more_words[++lane_->head.more_words]) =
                words[i];
        }
        expected_.push_back({0, node.id, end, duration, communication, std::move(words)});
    }

    // The record file that holds one block of what was added.
    std::string encode() {
        const ClockPair pair{};
        const Bytes header = write(proxima::format::FileHeader{0, 0, 1e9, written(pair)});
        std::string file(header.data(), header.size());
        std::uint32_t number = 0;
        for (const MethodInfo& method : methods_) {
            MethodInfo described = method;
            for (std::size_t i = 0; i < method.words.size();
                 i += method.words[i] == ColumnType::text ? 4 : 1) {
                described.columns.push_back({"c", "t", method.words[i], {}});
            }
            append(file, ChunkType::method, proxima::format::write_method(number, described));
            append(file, ChunkType::node,
                   proxima::format::write_node(number + 1, 0, number, false, instance_));
            ++number;
        }
        std::string chunk(proxima::format::ChunkHeader::size + Encoder::most_block_bytes, '\0');
        auto* const begin = reinterpret_cast<unsigned char*>(chunk.data());
        const unsigned char* const end =
            encoder_.encode(*lane_, tree_, clock_, {lane_->head.count, 0, communicated_, false},
                            begin + proxima::format::ChunkHeader::size);
        chunk.resize(static_cast<std::size_t>(end - begin));
        put_chunk_header(begin, ChunkType::block,
                         chunk.size() - proxima::format::ChunkHeader::size);
        return file + chunk;
    }

    void expect_round_trip() {
        const decoder::Content content = decoder::decode(encode());
        ASSERT_EQ(content.invocations.size(), expected_.size());
        for (std::size_t i = 0; i < expected_.size(); ++i) {
            ASSERT_EQ(content.invocations[i].node, expected_[i].node) << i;
            ASSERT_EQ(content.invocations[i].end, expected_[i].end) << i;
            ASSERT_EQ(content.invocations[i].duration, expected_[i].duration) << i;
            ASSERT_EQ(content.invocations[i].communication, expected_[i].communication) << i;
            ASSERT_EQ(content.invocations[i].words, expected_[i].words) << i;
        }
    }

    std::unique_ptr<Lane> lane_ = std::make_unique<Lane>();
    Tree tree_{lane_.get()};
    Encoder encoder_;

private:
    static void append(std::string& file, ChunkType type, const Bytes& payload) {
        std::string chunk(proxima::format::ChunkHeader::size, '\0');
        chunk.append(payload.data(), payload.size());
        put_chunk_header(reinterpret_cast<unsigned char*>(chunk.data()), type, payload.size());
        file += chunk;
    }

    std::string instance_ = "i";
    std::deque<MethodInfo> methods_;
    std::deque<SiteInfo> places_;
    std::vector<decoder::Invocation> expected_;
    bool communicated_ = false;
    Clock clock_{ClockChoice::monotonic};
};

TEST_F(EncoderTest, ALoopOfOneMethod) {
    const TreeNode& called = node({ColumnType::integer});
    for (std::uint64_t i = 0; i < lane_capacity; ++i) {
        add(called, 1000 + i * 57, 40 + i % 3, {i});
    }
    expect_round_trip();
}

TEST_F(EncoderTest, BlocksOfEveryLength) {
    const TreeNode& called = node({});
    for (std::uint64_t i = 0; i < 130; ++i) {
        add(called, 1000 + i * i, i, {});
        expect_round_trip();
        encoder_.begin(0);
    }
}

TEST_F(EncoderTest, EveryTypeOfParameter) {
    const TreeNode& called =
        node({ColumnType::integer, ColumnType::unsigned_integer, ColumnType::real,
              ColumnType::boolean, ColumnType::enumeration, ColumnType::text, ColumnType::text,
              ColumnType::text, ColumnType::text});
    std::mt19937_64 random(1);
    for (std::uint64_t i = 0; i < 500; ++i) {
        add(called, i * 1000, random() % 1000,
            {random(), i, random(), i % 2, 0 - i, random(), random(), 0, i}, i % 7);
    }
    expect_round_trip();
}

TEST_F(EncoderTest, ExtremesOfEveryField) {
    const TreeNode& called = node({ColumnType::integer});
    const std::uint64_t most = ~std::uint64_t{0};
    const std::uint64_t values[] = {0,   most, 1,     most / 2, most / 2 + 1,
                                    255, 256,  65535, 65536,    1ULL << 56U};
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t value = values[i * 7 % 10];
        add(called, value, value / 2, {value}, values[i % 10]);
    }
    expect_round_trip();
}

TEST_F(EncoderTest, MixedMethodsKeepTheirOwnParameters) {
    const TreeNode& none = node({});
    const TreeNode& one = node({ColumnType::integer});
    const TreeNode& three = node({ColumnType::real, ColumnType::integer, ColumnType::boolean});
    std::mt19937_64 random(2);
    for (std::uint64_t i = 0; i < lane_capacity; ++i) {
        switch (random() % 3) {
        case 0:
            add(none, i * 100, 3, {});
            break;
        case 1:
            add(one, i * 100, 5000, {1000 - i});
            break;
        default:
            add(three, i * 100, 70000, {random(), i, i % 2});
        }
    }
    expect_round_trip();
}

// Nodes and invocations: few nodes are picked one by one, many are sorted.
class NodesTest : public EncoderTest, public testing::WithParamInterface<std::tuple<int, int>> {};

TEST_P(NodesTest, KeepWhatBelongsToEach) {
    const auto [nodes, count] = GetParam();
    std::vector<TreeNode*> called;
    std::vector<Statistics> expected(static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) {
        called.push_back(&node(i % 2 == 0 ? std::vector{ColumnType::integer}
                                          : std::vector{ColumnType::real, ColumnType::integer}));
    }
    std::mt19937_64 random(6);
    for (int i = 0; i < count; ++i) {
        const std::size_t which = random() % called.size();
        const std::uint64_t duration = random() % 100'000 + 1;
        const std::uint64_t communication = random() % 3;
        const auto words = which % 2 == 0 ? std::vector<std::uint64_t>{random()}
                                          : std::vector<std::uint64_t>{random(), random()};
        add(*called[which], 1'000'000 + 1000 * static_cast<std::uint64_t>(i), duration, words,
            communication);
        expected[which].add(duration, communication);
    }
    expect_round_trip();
    for (std::size_t i = 0; i < called.size(); ++i) {
        EXPECT_EQ(called[i]->statistics.calls, expected[i].calls);
        EXPECT_EQ(called[i]->statistics.sum, expected[i].sum);
        EXPECT_EQ(called[i]->statistics.communication, expected[i].communication);
    }
}

INSTANTIATE_TEST_SUITE_P(EncoderTest, NodesTest,
                         testing::Combine(testing::Values(2, 3, 7, 8, 9, 40),
                                          testing::Values(1, 2, 6, 7, 8, 9, 64, 1000,
                                                          static_cast<int>(lane_capacity))));

TEST_F(EncoderTest, AddsToTheStatisticsOfEachNode) {
    TreeNode& odd = node({});
    TreeNode& even = node({});
    Statistics odd_expected;
    Statistics even_expected;
    std::mt19937_64 random(3);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const std::uint64_t duration = random() % 100'000 + 1;
        add(i % 2 == 0 ? even : odd, i * 1000, duration, {}, i);
        (i % 2 == 0 ? even_expected : odd_expected).add(duration, i);
    }
    encode();
    EXPECT_EQ(odd.statistics.sum, odd_expected.sum);
    EXPECT_TRUE(odd.statistics.squares == odd_expected.squares);
    EXPECT_EQ(even.statistics.minimum, even_expected.minimum);
    EXPECT_EQ(even.statistics.communication, even_expected.communication);
}

// Durations on both sides of what the vector loops can square.
TEST_F(EncoderTest, SumsOfALoopAreExact) {
    TreeNode& called = node({});
    Statistics expected;
    std::mt19937_64 random(4);
    for (std::uint64_t i = 0; i < 1500; ++i) {
        const std::uint64_t duration = random() >> (i < 500 ? 40U : i < 1000 ? 34U : 3U);
        add(called, ~std::uint64_t{0}, duration, {});
        expected.add(duration, 0);
    }
    encode();
    EXPECT_EQ(called.statistics.calls, expected.calls);
    EXPECT_EQ(called.statistics.sum, expected.sum);
    EXPECT_TRUE(called.statistics.squares == expected.squares);
    EXPECT_EQ(called.statistics.minimum, expected.minimum);
    EXPECT_EQ(called.statistics.maximum, expected.maximum);
}

// Regular streams must stay small: an index, and times that differ in their last byte.
TEST_F(EncoderTest, ARegularLoopTakesThreeBytesAnInvocation) {
    const TreeNode& called = node({ColumnType::integer});
    for (std::uint64_t i = 0; i < lane_capacity; ++i) {
        add(called, 1000 + i * 57 + i % 5, 40 + i % 3, {i});
    }
    EXPECT_LT(encode().size(), 3 * lane_capacity);
}

// A sequence of nodes, which may be interrupted.
struct Course {
    std::size_t period;
    std::size_t interrupted_every; // invocations, by a node of its own
};

class CourseTest : public EncoderTest, public testing::WithParamInterface<Course> {};

TEST_P(CourseTest, IsTheSameAfterDecoding) {
    const auto [period, interrupted_every] = GetParam();
    std::vector<const TreeNode*> called;
    for (std::size_t i = 0; i <= period; ++i) {
        called.push_back(&node({ColumnType::integer}));
    }
    for (std::uint64_t i = 0; i < lane_capacity; ++i) {
        const bool interrupted = i % interrupted_every == interrupted_every - 1;
        add(*called[interrupted ? period : i % period], 1000 + i * 57, 40, {i});
    }
    expect_round_trip();
}

INSTANTIATE_TEST_SUITE_P(EncoderTest, CourseTest,
                         testing::Values(Course{1, 1000}, Course{2, 5000}, Course{3, 5000},
                                         Course{3, 64}, Course{3, 130}, Course{3, 704},
                                         Course{7, 1111}, Course{31, 700}, Course{32, 5000},
                                         Course{33, 5000}, Course{64, 5000}, Course{65, 5000},
                                         Course{100, 900}));

// Three nested calls: of each invocation one byte for its end and one for its duration; who is
// called takes next to nothing, nor does an index.
TEST_F(EncoderTest, ALoopOfNestedCallsTakesTwoBytesAnInvocation) {
    const TreeNode* const called[] = {&node({ColumnType::integer}), &node({ColumnType::integer}),
                                      &node({ColumnType::integer})};
    for (std::uint64_t i = 0; i < lane_capacity; ++i) {
        add(*called[i % 3], 1000 + i * 57 + i % 5, 40 + 50 * (i % 3) + i % 2, {i / 3});
    }
    EXPECT_LT(static_cast<double>(encode().size()), 2.5 * lane_capacity);
}

std::vector<unsigned char> run(Kernels::Stream stream, const std::vector<std::uint64_t>& values,
                               std::size_t count) {
    std::vector<unsigned char> bytes(stream_capacity(count));
    bytes.resize(
        static_cast<std::size_t>(stream(bytes.data(), values.data() + 1, count) - bytes.data()));
    return bytes;
}

// Whatever processor the tests run on, the loops for all of them must agree.
TEST(Kernels, AgreeAtAllLevels) {
    std::mt19937_64 random(5);
    std::vector<std::uint64_t> values(1001);
    std::vector<std::uint64_t> recurring(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = random() >> (i / 16 % 64);
        recurring[i] = i < 300 ? i % 3 : i < 500 ? random() % 4 : i % 5;
    }
    const std::vector<const Kernels*> levels = usable_kernels();
    const Kernels& baseline = *levels.front();
    for (const Kernels* const level : levels) {
        for (const std::size_t count : {1, 63, 64, 65, 640, 1000}) {
            EXPECT_EQ(run(level->plain, values, count), run(baseline.plain, values, count));
            EXPECT_EQ(run(level->recurring, recurring, count),
                      run(baseline.recurring, recurring, count));
            EXPECT_EQ(run(level->delta, values, count), run(baseline.delta, values, count));
            EXPECT_EQ(run(level->zigzag, values, count), run(baseline.zigzag, values, count));
            EXPECT_EQ(run(level->exclusive_or, values, count),
                      run(baseline.exclusive_or, values, count));
        }
    }
}

} // namespace
