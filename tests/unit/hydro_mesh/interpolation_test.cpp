#include "limited_interpolation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace hydro {
namespace {

constexpr int coarse_cells = 6; // along a side, without the cells around them

Window square(int cells, int around) {
    const std::ptrdiff_t pitch = cells + 2 * around;
    return {around * (pitch + 1), pitch, pitch * pitch, cells, cells};
}

/// Coarse cells and one more on each side; cell centres are at whole numbers.
std::vector<double> coarse_values(const std::function<double(int, double, double)>& function) {
    std::vector<double> values;
    for (int v = 0; v < variables; ++v) {
        for (int j = -1; j <= coarse_cells; ++j) {
            for (int i = -1; i <= coarse_cells; ++i) {
                values.push_back(function(v, i, j));
            }
        }
    }
    return values;
}

double random_value(int, double, double) {
    static std::mt19937 random(7);
    return std::uniform_real_distribution<double>(1, 2)(random);
}

TEST(LimitedInterpolation, ReproducesLinearFunctions) {
    const auto linear = [](int v, double x, double y) { return 1 + (v + 1) * x - 2 * y; };
    const std::vector<double> coarse = coarse_values(linear);
    const Window fine = square(2 * coarse_cells, 0);
    std::vector<double> values(static_cast<std::size_t>(variables * fine.plane));
    const Transfer all{fine, square(coarse_cells, 1)};
    LimitedInterpolation().prolong(&all, 1, coarse.data(), values.data());
    for (int v = 0; v < variables; ++v) {
        for (int j = 0; j < fine.ny; ++j) {
            for (int i = 0; i < fine.nx; ++i) {
                ASSERT_DOUBLE_EQ(
                    values[static_cast<std::size_t>(v * fine.plane + j * fine.pitch + i)],
                    linear(v, 0.5 * i - 0.25, 0.5 * j - 0.25));
            }
        }
    }
}

TEST(LimitedInterpolation, KeepsMeansAndBounds) {
    const std::vector<double> coarse = coarse_values(random_value);
    const Window covered = square(coarse_cells, 1);
    const Window fine = square(2 * coarse_cells, 0);
    std::vector<double> values(static_cast<std::size_t>(variables * fine.plane));
    LimitedInterpolation interpolation;
    const Transfer down{fine, covered};
    interpolation.prolong(&down, 1, coarse.data(), values.data());
    EXPECT_GE(*std::min_element(values.begin(), values.end()),
              *std::min_element(coarse.begin(), coarse.end()));
    EXPECT_LE(*std::max_element(values.begin(), values.end()),
              *std::max_element(coarse.begin(), coarse.end()));

    const Window means = square(coarse_cells, 0);
    std::vector<double> restricted(static_cast<std::size_t>(variables * means.plane));
    const Transfer up{means, fine};
    interpolation.restrict_to(&up, 1, values.data(), restricted.data());
    for (int v = 0; v < variables; ++v) {
        for (int j = 0; j < means.ny; ++j) {
            for (int i = 0; i < means.nx; ++i) {
                ASSERT_NEAR(
                    restricted[static_cast<std::size_t>(v * means.plane + j * means.pitch + i)],
                    coarse[static_cast<std::size_t>(covered.at + v * covered.plane +
                                                    j * covered.pitch + i)],
                    1e-15);
            }
        }
    }
}

/// Where a window begins and ends makes no difference to a cell, nor what else is done.
TEST(LimitedInterpolation, CellsDoNotDependOnTheWindow) {
    const std::vector<double> coarse = coarse_values(random_value);
    const Window covered = square(coarse_cells, 1);
    const Window fine = square(2 * coarse_cells, 0);
    std::vector<double> whole(static_cast<std::size_t>(variables * fine.plane));
    LimitedInterpolation interpolation;
    const Transfer all{fine, covered};
    interpolation.prolong(&all, 1, coarse.data(), whole.data());

    const auto part = [](Window of, int begin_x, int begin_y, int nx, int ny) {
        of.at += begin_y * of.pitch + begin_x;
        of.nx = nx;
        of.ny = ny;
        return of;
    };
    std::vector<Transfer> parts;
    for (int begin = 0; begin < coarse_cells; begin += 2) {
        parts.push_back({part(fine, 2 * begin, 0, 4, 2), part(covered, begin, 0, 2, 1)});
        parts.push_back({part(fine, 2 * begin, 2, 4, 2 * (coarse_cells - 1)),
                         part(covered, begin, 1, 2, coarse_cells - 1)});
    }
    std::vector<double> pieced(whole.size());
    interpolation.prolong(parts.data(), static_cast<int>(parts.size()), coarse.data(),
                          pieced.data());
    EXPECT_EQ(pieced, whole);
}

} // namespace
} // namespace hydro
