// Safe points of one rank of two, the other of which is made up.
#include "safe_points/safe_points.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace proxima::online {
namespace {

using detail::RankNumbers;

/// The other rank says the same as this one, if it comes.
struct OtherRank {
    static inline bool comes = true;
    static inline bool may_begin = true;
    static inline RankNumbers said;

    static bool begin(const RankNumbers& own) noexcept {
        said = own;
        return may_begin;
    }
    static bool finish(RankNumbers& all, double) noexcept {
        all = said;
        for (double& sum : all.sums) {
            sum *= 2;
        }
        return comes;
    }
};

class Noting final : public Participant {
public:
    std::size_t begin() override { return 2; }
    void contribute(const SharedNumbers& own) override {
        events += "c";
        own.sums[1] = 21;
        own.maxima[0] = 5;
    }
    void act(const SharedNumbers& all) override {
        events += "a";
        EXPECT_EQ(all.sums[1], ranks * 21);
        EXPECT_EQ(all.maxima[0], 5);
        if (throws) {
            throw std::runtime_error("no room");
        }
    }
    std::uint64_t rest() const override { return rests; }
    void alone() override { events += "l"; }
    void failed(const std::string& problem) noexcept override { events += "!" + problem; }

    std::string events;
    double ranks = 1;
    bool throws = false;
    std::uint64_t rests = 0;
};

class SafePointsOfTest : public testing::Test {
protected:
    SafePointsOfTest() {
        OtherRank::comes = OtherRank::may_begin = true;
        detail::offer_reduction(detail::RankScope::job, {&OtherRank::begin, &OtherRank::finish});
    }
    ~SafePointsOfTest() override {
        detail::offer_reduction(detail::RankScope::job, {nullptr, nullptr});
    }

    void pass(SafePoints& points, int times) {
        for (int i = 0; i < times; ++i) {
            points.pass();
        }
    }
    Noting noting;
};

TEST_F(SafePointsOfTest, GoOnAloneWhereAnotherRankStaysAwayOrMpiCannotBeUsed) {
    for (bool* const works : {&OtherRank::comes, &OtherRank::may_begin}) {
        SafePoints points(2);
        Noting alone;
        points.add(alone, "a.b");
        *works = false;
        pass(points, 6);
        EXPECT_EQ(alone.events, "cl");
        points.remove(alone);
        *works = true;
    }
}

TEST_F(SafePointsOfTest, MayBeLeftOutUntilAllParticipantsNeedNumbers) {
    SafePoints points(2);
    noting.ranks = 2;
    noting.rests = 2;
    points.add(noting, "a.b");
    pass(points, 1 + 2);
    EXPECT_EQ(noting.events, "ca");
    pass(points, 2);
    EXPECT_EQ(noting.events, "ca");
    pass(points, 2);
    EXPECT_EQ(noting.events, "caca");
    points.remove(noting);
}

TEST_F(SafePointsOfTest, LeaveOutWhoFails) {
    SafePoints points(1);
    Noting failing;
    failing.throws = true;
    points.add(failing, "a.b");
    points.add(noting, "a.b");
    pass(points, 3);
    EXPECT_EQ(failing.events, "ca!no room");
    EXPECT_EQ(noting.events, "caca");
    points.remove(failing);
    points.remove(noting);
}

} // namespace
} // namespace proxima::online
