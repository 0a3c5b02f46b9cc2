// Statistics of bins against direct sums, and which invocations are chosen.
#include "sampling/sampler.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <deque>
#include <map>
#include <random>

namespace {

using namespace proxima::detail;
using proxima::format::ColumnType;

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

std::uint64_t word(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

TEST(Bin, IntegersByPowersOfTwo) {
    EXPECT_EQ(bin_of(ColumnType::integer, 0), 0);
    EXPECT_EQ(bin_of(ColumnType::integer, 1), 1);
    EXPECT_EQ(bin_of(ColumnType::integer, 15), 4);
    EXPECT_EQ(bin_of(ColumnType::integer, 16), 5);
    EXPECT_EQ(bin_of(ColumnType::integer, word(-1)), -1);
    EXPECT_EQ(bin_of(ColumnType::integer, word(-16)), -5);
    EXPECT_EQ(bin_of(ColumnType::integer, word(INT64_MIN)), -64);
    EXPECT_EQ(bin_of(ColumnType::unsigned_integer, UINT64_MAX), 64);
}

TEST(Bin, RealsByPowersOfTwo) {
    EXPECT_EQ(bin_of(ColumnType::real, bits(0.0)), 0);
    EXPECT_EQ(bin_of(ColumnType::real, bits(-0.0)), 0);
    EXPECT_EQ(bin_of(ColumnType::real, bits(1.0)), 64);
    EXPECT_EQ(bin_of(ColumnType::real, bits(1.999)), 64);
    EXPECT_EQ(bin_of(ColumnType::real, bits(0.5)), 63);
    EXPECT_EQ(bin_of(ColumnType::real, bits(-3.0)), -65);
    EXPECT_EQ(bin_of(ColumnType::real, bits(1e-300)), 1);
    EXPECT_EQ(bin_of(ColumnType::real, bits(1e300)), 126);
}

TEST(Bin, TruthAndEnumerationsByValue) {
    EXPECT_EQ(bin_of(ColumnType::boolean, 1), 1);
    EXPECT_EQ(bin_of(ColumnType::enumeration, word(-3)), -3);
    EXPECT_EQ(bin_of(ColumnType::enumeration, 1000), other_values);
    EXPECT_EQ(bin_of(ColumnType::text, 1000), 0);
}

// one_bin() may deny, but never claim what is not so.
TEST(Bin, WordsThatAreSaidToShareABinDo) {
    std::mt19937_64 random(1);
    int claimed = 0;
    for (const auto type : {ColumnType::integer, ColumnType::unsigned_integer, ColumnType::real,
                            ColumnType::boolean, ColumnType::enumeration}) {
        for (int i = 0; i < 100'000; ++i) {
            const std::uint64_t one = random() >> (random() % 64) ^ (0 - random() % 2);
            const std::uint64_t two = one ^ random() >> (random() % 64);
            if (one_bin(type, one, one ^ two)) {
                ++claimed;
                ASSERT_EQ(bin_of(type, one), bin_of(type, two)) << one << " " << two;
            }
        }
    }
    EXPECT_GT(claimed, 10'000);
    EXPECT_TRUE(one_bin(ColumnType::integer, 1024, 1023));
    EXPECT_FALSE(one_bin(ColumnType::integer, 1024, 2047));
}

TEST(Bins, ThereAreAtMost64) {
    Bins bins({RecordingKind::aggregate, 0});
    for (int key = -100; key <= 100; ++key) {
        const auto bin = static_cast<BinKey>(key);
        Bin* const known = bins.find(bin);
        ++(known != nullptr ? *known : bins.add(bin)).statistics.calls;
    }
    EXPECT_EQ(bins.all().size(), 64U);
    EXPECT_EQ(bins.find(-100)->statistics.calls, 1U);
    EXPECT_EQ(bins.find(100), bins.find(other_values));
    EXPECT_EQ(bins.find(100)->statistics.calls, 201U - 63U);
}

class SamplerTest : public testing::Test {
protected:
    TreeNode& node(Recording recording, std::vector<ColumnType> words) {
        auto& method = methods_.emplace_back();
        method.words = std::move(words);
        auto& where = places_.emplace_back(SiteInfo{&method, &instance_});
        auto& added = tree_.make_child(tree_.root(), static_cast<proxima::Site>(places_.size()),
                                       where, false);
        added.bins = std::make_unique<Bins>(recording);
        sampler_.prepare(added);
        return added;
    }

    void add(const TreeNode& node, std::uint64_t duration, std::vector<std::uint64_t> words) {
        const std::uint64_t index = ++lane_->head.count;
        time_ += duration;
        lane_->end[index] = time_;
        lane_->start[index] = time_ - duration;
        lane_->communication[index] = duration / 2;
        lane_->node[index] = node.id;
        for (std::size_t i = 0; i < words.size(); ++i) {
            (i == 0 ? lane_->first_word[index] : lane_->more_words[++lane_->head.more_words]) =
                words[i];
        }
        const BinKey bin =
            words.empty() ? BinKey{0} : bin_of(node.where->method->words[0], words[0]);
        expected_[{node.id, bin}].add(duration, duration / 2);
        if (lane_->head.count == lane_capacity) {
            drain();
        }
    }

    void add_at_random(const std::vector<Recording>& recordings);

    void drain() {
        sampler_.take(*lane_, tree_, lane_->head.count, true);
        sampler_.copy(*lane_, tree_, *chosen_);
        const std::uint64_t* more = chosen_->more_words + 1;
        for (std::uint64_t i = 0; i < sampler_.chosen(); ++i) {
            const TreeNode& node = tree_.node(chosen_->node[i + 1]);
            Choice choice{node.id, chosen_->end[i + 1], sampler_.places()[i], {}};
            if (node.words != 0) {
                choice.words.assign(1, chosen_->first_word[i + 1]);
                choice.words.insert(choice.words.end(), more, more + node.words - 1);
                more += node.words - 1;
            }
            choices_.push_back(choice);
        }
        lane_->head.count = lane_->head.more_words = 0;
    }

    void expect_exact() {
        std::size_t bins = 0;
        for (std::size_t id = 1; id < tree_.size(); ++id) {
            for (const Bin& bin : tree_.node(id).bins->all()) {
                const Statistics& expected = expected_.at({id, bin.key});
                EXPECT_EQ(bin.statistics.calls, expected.calls);
                EXPECT_EQ(bin.statistics.sum, expected.sum);
                EXPECT_TRUE(bin.statistics.squares == expected.squares);
                EXPECT_EQ(bin.statistics.minimum, expected.minimum);
                EXPECT_EQ(bin.statistics.maximum, expected.maximum);
                EXPECT_EQ(bin.statistics.communication, expected.communication);
                ++bins;
            }
        }
        EXPECT_EQ(bins, expected_.size());
    }

    struct Choice {
        std::uint64_t node;
        std::uint64_t end;
        std::uint64_t place;
        std::vector<std::uint64_t> words;
    };

    std::vector<Choice> choices_;
    std::uint64_t time_ = 0;

private:
    std::unique_ptr<Lane> lane_ = std::make_unique<Lane>();
    std::unique_ptr<Lane> chosen_ = std::make_unique<Lane>();
    Tree tree_{lane_.get()};
    Sampler sampler_{1};
    std::string instance_ = "i";
    std::deque<MethodInfo> methods_;
    std::deque<SiteInfo> places_;
    std::map<std::pair<std::uint64_t, int>, Statistics> expected_;
};

// Calls of the same path in a row, and of changing ones, with parameters of all sizes.
void SamplerTest::add_at_random(const std::vector<Recording>& recordings) {
    std::mt19937_64 random(2);
    std::vector<TreeNode*> nodes;
    for (const Recording& recording : recordings) {
        nodes.push_back(&node(recording, {ColumnType::integer, ColumnType::real}));
        nodes.push_back(&node(recording, {ColumnType::real}));
        nodes.push_back(&node(recording, {}));
    }
    for (int run = 0; run < 200; ++run) {
        for (int i = 0; i < 300; ++i) {
            TreeNode& called = *nodes[(run % 2 == 0 ? run : random()) % nodes.size()];
            std::vector<std::uint64_t> words;
            if (called.words != 0) {
                words = {called.words == 1 ? bits(static_cast<double>(random() % 1000) - 500)
                                           : random() % 3000};
                words.resize(called.words, 77);
            }
            add(called, random() >> (random() % 64), words);
        }
    }
    drain();
}

TEST_F(SamplerTest, StatisticsOfBinsAreExactWhateverIsChosen) {
    add_at_random({{RecordingKind::all, 0},
                   {RecordingKind::every, 7},
                   {RecordingKind::reservoir, 5},
                   {RecordingKind::aggregate, 0}});
    expect_exact();
}

TEST_F(SamplerTest, StatisticsOfBinsAreExactWhereNothingIsChosen) {
    add_at_random({{RecordingKind::aggregate, 0}, {RecordingKind::off, 0}});
    expect_exact();
    EXPECT_TRUE(choices_.empty());
}

TEST_F(SamplerTest, EveryNthBeginsWithTheFirst) {
    TreeNode& regular = node({RecordingKind::every, 100}, {ColumnType::integer});
    TreeNode& between = node({RecordingKind::aggregate, 0}, {});
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 0; i < 10'001; ++i) {
        add(regular, 3, {i});
        if (i % 100 == 0) {
            expected.push_back(time_);
        }
        if (i > 5000) {
            add(between, 1, {});
        }
    }
    drain();
    ASSERT_EQ(choices_.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(choices_[i].end, expected[i]);
        ASSERT_EQ(choices_[i].words, std::vector<std::uint64_t>{100 * i});
        ASSERT_EQ(choices_[i].place, 0U);
    }
}

// 3 bins with more calls than places, of 2 nodes, in both ways through the sampler.
TEST_F(SamplerTest, AReservoirForEachBinOfEachNode) {
    TreeNode& one = node({RecordingKind::reservoir, 8}, {ColumnType::integer, ColumnType::integer});
    TreeNode& two = node({RecordingKind::reservoir, 8}, {ColumnType::integer, ColumnType::integer});
    for (const std::uint64_t size : {10U, 100U, 1000U}) {
        for (std::uint64_t i = 0; i < 9000; ++i) {
            add(one, 1, {size, i});
        }
    }
    for (std::uint64_t i = 0; i < 27'000; ++i) {
        add(two, 1, {i % 3 == 0 ? 10U : i % 3 == 1 ? 100U : 1000U, i});
    }
    drain();
    expect_exact();
    std::map<std::uint64_t, Choice> kept;
    for (const Choice& choice : choices_) {
        ASSERT_NE(choice.place, 0U);
        kept[choice.place] = choice;
    }
    std::map<std::pair<std::uint64_t, std::uint64_t>, int> in_bin;
    double mean = 0;
    for (const auto& [place, choice] : kept) {
        ++in_bin[{choice.node, choice.words.at(0)}];
        mean += static_cast<double>(choice.words.at(1)) / (choice.node == 1 ? 9000 : 27'000) / 48;
    }
    EXPECT_EQ(in_bin.size(), 6U);
    for (const auto& [bin, count] : in_bin) {
        EXPECT_EQ(count, 8);
    }
    EXPECT_NEAR(mean, 0.5, 5 * 0.289 / std::sqrt(48)); // not the first ones, nor the last
    EXPECT_LT(choices_.size(), 6 * 8 * (1 + std::log(9000.0 / 8) + 3)); // and few on the way
}

} // namespace
