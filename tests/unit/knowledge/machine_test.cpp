// When two machines are one for what was measured there.
#include <proxima/knowledge/machine.hpp>

#include <gtest/gtest.h>

namespace {

using namespace proxima::knowledge;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

TEST(Machines, NodesOfAClusterAreTheSame) {
    const Machine one{"AMD EPYC", 64, 256 * gib, "Linux 6.1.0", "n1"};
    const Machine two{"AMD EPYC", 64, 256 * gib - gib / 4, "Linux 6.1.9", "n2"};
    EXPECT_TRUE(is_same(one, two));
    EXPECT_EQ(description(one), description(two));
}

TEST(Machines, ProcessorNumberAndMemoryTellThemApart) {
    const Machine one{"AMD EPYC", 64, 256 * gib, "", "n1"};
    EXPECT_FALSE(is_same(one, {"Intel Xeon", 64, 256 * gib, "", "n1"}));
    EXPECT_FALSE(is_same(one, {"AMD EPYC", 32, 256 * gib, "", "n1"}));
    EXPECT_FALSE(is_same(one, {"AMD EPYC", 64, 128 * gib, "", "n1"}));
}

TEST(Machines, WhatIsNotKnownIsNotCompared) {
    const Machine one{"AMD EPYC", 64, 256 * gib, "", "n1"};
    EXPECT_TRUE(is_same(one, {"AMD EPYC", 0, 0, "", ""}));
    EXPECT_TRUE(is_same(one, {"", 0, 0, "", "n1"}));
    EXPECT_FALSE(is_same(one, {"", 0, 0, "", "n2"}));
    EXPECT_FALSE(is_same({}, {}));
    EXPECT_FALSE(is_known({}));
    EXPECT_FALSE(is_known(machine_of_evidence("unknown")));
}

} // namespace
