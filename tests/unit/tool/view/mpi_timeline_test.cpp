// Time in MPI over a run whose calls are known.
#include "record_file_builder.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <vector>
#include <view/mpi_timeline.hpp>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;
using proxima::view::MpiTimeline;

constexpr std::uint64_t at(std::uint64_t us) {
    return clock_start + 1000 * us;
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

// A driver of 120 us waits for 45 of them itself; in it mesh waits from 10 to 20 us on level 1,
// and for the last 5 us of 30 to 40 on level 2.
class MpiOverTime : public testing::Test {
protected:
    MpiOverTime() {
        RecordFileBuilder file(3);
        file.thread(0).method("Go", "go", "int go()");
        file.method("Mesh", "update", "void update(int)",
                    {{0, "level", "int"}, {2, "t", "double"}});
        file.node(0, 0, "driver").node(1, 1, "mesh");
        file.block({{2, at(10), at(20), 10'000, {1, 0}},
                    {2, at(30), at(40), 5'000, {2, 0}},
                    {1, at(0), at(120), 60'000, {}}});
        directory_.write("records/3-0.rec", file.end().bytes());
        MpiTimeline timeline(120);
        read_records(RunDirectory::open(directory_.path()), timeline);
        times_ = std::move(timeline).times();
    }

    TemporaryDirectory directory_;
    proxima::view::MpiTimes times_;
};

TEST_F(MpiOverTime, BelongsToTheInnermostCall) {
    const auto& all = times_.all.at(3);
    EXPECT_EQ(all.size(), MpiTimeline::bins);
    EXPECT_NEAR(all[0], 45.0 / 120, 1e-6);
    EXPECT_NEAR(all[15], 45.0 / 120 + 1, 1e-6);
    EXPECT_NEAR(all[35], 45.0 / 120 + 0.5, 1e-6);
    EXPECT_NEAR(sum(all), 60, 1e-6);
}

TEST_F(MpiOverTime, IsKnownByLevel) {
    ASSERT_EQ(times_.by_parameter.size(), 1U); // real numbers are no levels
    const auto& levels = times_.by_parameter.at("level");
    EXPECT_NEAR(sum(levels.at("1").at(3)), 10, 1e-6);
    EXPECT_NEAR(sum(levels.at("2").at(3)), 5, 1e-6);
}

} // namespace
