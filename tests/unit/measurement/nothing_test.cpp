// While no implementation is connected everything can be used, and nothing is measured.
#include <proxima/measurement/connect.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace proxima::measurement;

TEST(Nothing, CanBeUsedLikeAnyOther) {
    const auto timer = measurement().create_timer("solve", "int ()", "solvers");
    EXPECT_EQ(timer->label().full_name(), "solve int ()");
    EXPECT_EQ(timer->label().group, "solvers");
    const auto phase = measurement().create_phase("iteration");
    const ScopedTimer in_phase(*phase);
    timer->start();
    measurement().create_event("residual")->trigger(1.5);
    measurement().create_context_event("bytes")->trigger(2.5);
    measurement().create_memory_tracker()->track_here();
    measurement().create_control()->disable_all_groups();
    timer->stop();
    const MonitorHandle method = monitor().register_method("solve", {"n"});
    const double n = 3;
    monitor().start(method);
    monitor().stop(method, &n, 1);

    const auto query = measurement().create_query();
    EXPECT_TRUE(query->timer_names().empty());
    EXPECT_TRUE(query->event_names().empty());
    EXPECT_TRUE(query->active_timers().empty());
    EXPECT_EQ(query->timer_data({"solve"}).calls, std::vector<std::uint64_t>{0});
    EXPECT_EQ(query->timer_data({"solve"}).inclusive, (std::vector<std::vector<double>>{{0.0}}));
    EXPECT_EQ(query->counter_names(), std::vector<std::string>{"WALL_CLOCK"});
    EXPECT_EQ(query->event_data({"residual"}).samples, std::vector<std::uint64_t>{0});
    EXPECT_TRUE(perf_param().component_method_names().empty());
    EXPECT_TRUE(perf_param().performance_data("solve", false).rows.empty());
}

TEST(Load, SaysWhatIsWrong) {
    EXPECT_NE(load("/no/such/library.so").find("cannot load /no/such/library.so: "),
              std::string::npos);
    EXPECT_EQ(load("libm.so.6:options"),
              "libm.so.6 does not implement version 1 of the measurement interface "
              "(proxima_measurement_1 is missing)");
}

} // namespace
