// Tests safe points that another rank does not reach, or at which a participant fails.
#include "safe_points/safe_points.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace proxima::online {
namespace {

using detail::RankNumbers;

struct OtherRank {
    static inline bool comes = true;
    static inline bool may_begin = true;

    static inline bool is_alone = false;
    static inline int told = 0; // how often it was told that this rank is alone

    static bool begin(const RankNumbers& own) noexcept {
        told += own.maxima.back() > 0 ? 1 : 0;
        return may_begin;
    }
    static bool finish(RankNumbers& all, double) noexcept {
        all.maxima.back() = is_alone ? 1 : 0;
        return comes;
    }
};

class Noting final : public Participant {
public:
    std::size_t begin() override { return 2; }
    void contribute(const SharedNumbers&) override { events += "c"; }
    void act(const SharedNumbers&) override {
        events += "a";
        if (throws) {
            throw std::runtime_error("no room");
        }
    }
    std::uint64_t rest() const override { return rests; }
    void alone(const std::string&) override { events += "l"; }
    void failed(const std::string& problem) noexcept override { events += "!" + problem; }

    std::string events;
    bool throws = false;
    std::uint64_t rests = 0;
};

void pass(SafePoints& points, int times) {
    for (int i = 0; i < times; ++i) {
        points.pass();
    }
}

TEST(SafePoints, GoOnAloneWhereAnotherRankStaysAwayOrMpiCannotBeUsed) {
    detail::offer_reduction({&OtherRank::begin, &OtherRank::finish});
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
    detail::offer_reduction({nullptr, nullptr});
}

TEST(SafePoints, TellOtherRanksOnceThatThisOneGoesOnAlone) {
    detail::offer_reduction({&OtherRank::begin, &OtherRank::finish});
    SafePoints points(2);
    Noting noting;
    points.add(noting, "a.b");
    OtherRank::comes = false;
    OtherRank::told = 0;
    pass(points, 6);
    EXPECT_EQ(OtherRank::told, 0); // the other has not finished the last reduction
    OtherRank::comes = true;
    pass(points, 6);
    EXPECT_EQ(OtherRank::told, 1);
    EXPECT_EQ(noting.events, "cl");
    points.remove(noting);
    detail::offer_reduction({nullptr, nullptr});
}

TEST(SafePoints, GoOnAloneWithoutWaitingWhereAnotherRankDoes) {
    detail::offer_reduction({&OtherRank::begin, &OtherRank::finish});
    SafePoints points(2);
    Noting noting;
    points.add(noting, "a.b");
    OtherRank::is_alone = true;
    pass(points, 6);
    EXPECT_EQ(noting.events, "cl");
    OtherRank::is_alone = false;
    points.remove(noting);
    detail::offer_reduction({nullptr, nullptr});
}

TEST(SafePoints, AreLeftOutWhileAllRest) {
    SafePoints points(1);
    Noting resting;
    resting.rests = 10;
    points.add(resting, "a.b");
    pass(points, 2 + 10 + 2);
    EXPECT_EQ(resting.events, "caca");
    points.remove(resting);
}

TEST(SafePoints, LeaveOutWhoFails) {
    SafePoints points(1);
    Noting noting;
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
