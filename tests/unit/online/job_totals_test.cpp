// Two ranks that add up what they have measured.
#include "observation/job_totals.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace proxima::online {
namespace {

using detail::RankNumbers;

SharedNumbers all_of(RankNumbers& numbers) {
    return {numbers.sums, numbers.maxima};
}

/// What two ranks learn of each other.
std::pair<Observation, Observation> exchange(JobTotals& first, const Observation& of_first,
                                             JobTotals& second, const Observation& of_second) {
    RankNumbers a;
    RankNumbers b;
    first.contribute(of_first, all_of(a));
    second.contribute(of_second, all_of(b));
    for (std::size_t i = 0; i < RankNumbers::size; ++i) {
        a.sums[i] += b.sums[i];
        a.maxima[i] = std::max(a.maxima[i], b.maxima[i]);
    }
    return {first.learn(all_of(a)), second.learn(all_of(a))};
}

Totals calls(std::uint64_t number, double microseconds, double in_mpi = 0) {
    Totals totals;
    totals.calls = number;
    totals.inclusive_us = microseconds;
    totals.communication_us = in_mpi;
    return totals;
}

TEST(JobTotals, AddUpOverRanksByName) {
    JobTotals first(true);
    JobTotals second(false);
    Observation here;
    here.methods[{"flux", "compute", "FluxPort", "a", "flux"}] = calls(3, 30);
    here.methods[{"flux", "compute", "FluxPort", "b", "flux"}] = calls(1, 10);
    here.methods[{"mesh", "update", "MeshPort", "a", "mesh"}] = calls(1, 500, 400);
    here.routines["MPI_Waitall"] = calls(2, 400);
    Observation there; // in another order, with one more, and without one
    there.methods[{"extra", "go", "GoPort", "", ""}] = calls(1, 1000);
    there.methods[{"flux", "compute", "FluxPort", "b", "flux"}] = calls(5, 70);
    there.routines["MPI_Waitall"] = calls(4, 100);

    EXPECT_TRUE(exchange(first, here, second, there).first.methods.empty()) << "not agreed yet";
    const auto [job, same_job] = exchange(first, here, second, there);
    const MeasuredMethod flux{"flux", "compute", "FluxPort", "", ""};
    const MeasuredMethod mesh{"mesh", "update", "MeshPort", "", ""};
    ASSERT_EQ(job.methods.size(), 2U);
    EXPECT_EQ(job.methods.at(flux).calls, 9U);
    EXPECT_EQ(job.methods.at(flux).inclusive_us, 110);
    EXPECT_EQ(job.methods.at(mesh).communication_us, 400);
    EXPECT_EQ(job.routines.at("MPI_Waitall").inclusive_us, 500);
    EXPECT_EQ(same_job.methods.at(flux).calls, 9U);
    EXPECT_EQ(same_job.methods.count(mesh), 0U) << "a name that this rank has never heard";
}

} // namespace
} // namespace proxima::online
