// Which measurements add up to the time of a run.
#include <proxima/gather/summed_times.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace proxima::gather {
namespace {

Measurements measured(const std::string& method, const std::string& metric, double total,
                      double waiting = 0) {
    Measurements made;
    made.component = "solver";
    made.method = method;
    made.metric = metric;
    made.waiting = waiting;
    made.points.push_back({{1}, {}, 3, 1, total / 8, 0, total / 2});
    made.points.push_back({{2}, {}, 3, 1, total / 8, 0, total / 2});
    return made;
}

std::vector<std::string> names(const SummedTimes& summed) {
    std::vector<std::string> names;
    for (const auto* one : summed.methods) {
        names.push_back(one->method + " " + one->metric);
    }
    return names;
}

// The time of `run`, 100, includes that of `step`; only its own 20 count.
TEST(SummedTimes, CountNoCalleeTwice) {
    const std::vector<Measurements> all{measured("run", "time", 100),
                                        measured("run", "exclusive", 20),
                                        measured("step", "time", 80)};
    const auto summed = summed_times(all);
    EXPECT_EQ(names(summed), (std::vector<std::string>{"step time", "run exclusive"}));
    EXPECT_DOUBLE_EQ(summed.total, 100);
    EXPECT_DOUBLE_EQ(summed.described, 100);
}

// A method without callees that waits 30 of 80 is described by its computation; one that mostly
// waits is not described.
TEST(SummedTimes, KeepWaitingApart) {
    const std::vector<Measurements> all{
        measured("step", "time", 80, 30), measured("step", "computation", 50),
        measured("exchange", "exclusive", 40, 25), measured("advance", "exclusive", 10, 2)};
    const auto summed = summed_times(all);
    EXPECT_EQ(names(summed), (std::vector<std::string>{"step computation", "advance exclusive"}));
    EXPECT_DOUBLE_EQ(summed.total, 130);
    EXPECT_DOUBLE_EQ(summed.described, 60);
    EXPECT_DOUBLE_EQ(summed.waiting, 55);
}

TEST(SummedTimes, MainOnesHaveTheShareThatIsWanted) {
    const std::vector<Measurements> all{measured("a", "exclusive", 1),
                                        measured("b", "exclusive", 90),
                                        measured("c", "exclusive", 9)};
    EXPECT_EQ(main_measurements(all, 0.9).size(), 1U);
    EXPECT_EQ(main_measurements(all, 0.95).size(), 2U);
    EXPECT_EQ(main_measurements(all, 1).size(), 3U);
    EXPECT_EQ(main_measurements(all, 0.9).front().method, "b");
}

} // namespace
} // namespace proxima::gather
