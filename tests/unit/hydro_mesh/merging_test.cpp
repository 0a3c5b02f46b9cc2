#include "patches/merging.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace hydro::amr {
namespace {

std::vector<Block> square(int level, int size) {
    std::vector<Block> blocks;
    for (int j = 0; j < size; ++j) {
        for (int i = 0; i < size; ++i) {
            blocks.push_back({level, i, j});
        }
    }
    return blocks;
}

TEST(Merging, FullSquareIsOnePatch) {
    const std::vector<Rectangle> merged = merge(square(2, 16), 16);
    ASSERT_EQ(merged.size(), 1U);
    EXPECT_EQ(merged[0].nx, 16);
    EXPECT_EQ(merged[0].ny, 16);
    EXPECT_EQ(merged[0].level, 2);
}

TEST(Merging, KeepsToTheLargestPatch) {
    const std::vector<Rectangle> merged = merge(square(0, 16), 5);
    EXPECT_EQ(merged.size(), 16U); // 5, 5, 5 and 1 in each direction
    for (const Rectangle& rectangle : merged) {
        EXPECT_LE(std::max(rectangle.nx, rectangle.ny), 5);
    }
}

TEST(Merging, CoversEachBlockOnce) {
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
        std::vector<Block> blocks;
        for (const int level : {0, 1, 2}) {
            for (const Block& block : square(level, 12)) {
                if (random() % 10 < 8) {
                    blocks.push_back(block);
                }
            }
        }
        std::shuffle(blocks.begin(), blocks.end(), random);
        std::set<std::tuple<int, int, int>> covered;
        int level = 0;
        for (const Rectangle& r : merge(blocks, 4)) {
            EXPECT_GE(r.level, level);
            level = r.level;
            for (int y = 0; y < r.ny; ++y) {
                for (int x = 0; x < r.nx; ++x) {
                    EXPECT_TRUE(covered.emplace(r.level, r.i + x, r.j + y).second);
                }
            }
        }
        EXPECT_EQ(covered.size(), blocks.size());
        for (const Block& block : blocks) {
            EXPECT_EQ(covered.count({block.level, block.i, block.j}), 1U);
        }
    }
}

} // namespace
} // namespace hydro::amr
