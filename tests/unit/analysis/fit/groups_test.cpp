// Ranks, threads and call paths whose calls take longer are named.
#include "chance.hpp"
#include "measuring.hpp"

#include <proxima/fit/fit.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace proxima::fit {
namespace {

using Factor = std::function<double(const gather::Origin&)>;

// Calls of some ranks, two threads and two call paths, by turns.
std::string groups_with(const Factor& factor, std::uint32_t ranks = 4) {
    test::Chance chance(2);
    test::Measuring measuring({"n"});
    for (double n = 100; n < 10000; n *= 2) {
        for (std::uint32_t i = 0; i < 12 * ranks; ++i) {
            const gather::Origin origin{i % ranks, i / ranks % 2, i / ranks / 2 % 2};
            measuring.add({n}, n * factor(origin) * (1 + 0.1 * chance.normal()), origin);
        }
    }
    auto all = measuring.done();
    all.paths = {"driver.run", "solver.step"};
    const auto outcome = fit(all, {}).front();
    return outcome.model ? outcome.model->fit->groups : "no model";
}

TEST(Groups, ASlowRankIsNamed) {
    const auto text = groups_with([](const auto& from) { return from.rank == 3 ? 3 : 1; });
    EXPECT_EQ(text.substr(0, 13), "rank 3 takes ");
    EXPECT_NE(text.find("times as long as other ranks; `--by rank`"), std::string::npos) << text;
}

// `--by rank` takes sixteen at most.
TEST(Groups, OnlyFewRanksAreAdvisedToBeFittedApart) {
    const auto text = groups_with([](const auto& from) { return from.rank == 3 ? 3 : 1; }, 17);
    EXPECT_EQ(text.substr(0, 13), "rank 3 takes ");
    EXPECT_EQ(text.find("--by rank"), std::string::npos) << text;
}

TEST(Groups, SlowRanksAreNamedTogether) {
    const auto text = groups_with([](const auto& from) {
        return from.rank == 3 ? 3 : from.rank == 1 ? 2 : 1;
    });
    EXPECT_EQ(text.substr(0, 16), "ranks 1, 3 take ") << text;
}

TEST(Groups, ASlowCallPathIsNamed) {
    const auto text = groups_with([](const auto& from) { return from.path == 1 ? 2 : 1; });
    EXPECT_EQ(text.substr(0, 28), "call path solver.step takes ") << text;
}

TEST(Groups, EqualOnesAreNot) {
    EXPECT_EQ(groups_with([](const auto&) { return 1; }), "");
    EXPECT_EQ(groups_with([](const auto& from) { return from.rank == 3 ? 1.1 : 1; }), "");
}

} // namespace
} // namespace proxima::fit
