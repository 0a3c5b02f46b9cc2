// The implementation that is connected while no other is: everything can be used, nothing is
// measured.
#include <proxima/measurement/connect.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace proxima::measurement;

TEST(Nothing, CanBeUsedLikeAnyOther) {
    const auto timer = measurement().create_timer("solve", "int ()", "solvers");
    const auto phase = measurement().create_phase("iteration");
    const auto event = measurement().create_event("residual");
    const auto context_event = measurement().create_context_event("bytes");
    const auto heap = measurement().create_memory_tracker();
    const auto headroom = measurement().create_memory_headroom_tracker();
    const ScopedTimer in_phase(*phase);
    timer->start();
    timer->set_parameter(3, "n");
    event->trigger(1.5);
    context_event->trigger(2.5);
    heap->track_here();
    headroom->track_here();
    timer->stop();
    monitor().start_monitoring("solve");
    monitor().stop_monitoring("solve", {"n"}, {3});

    const auto query = measurement().create_query();
    EXPECT_TRUE(query->timer_names().empty());
    EXPECT_TRUE(query->event_names().empty());
    EXPECT_TRUE(query->active_timers().empty());
    EXPECT_EQ(query->timer_data({"solve"}).calls, std::vector<std::uint64_t>{0});
    EXPECT_EQ(query->timer_data({"solve"}).inclusive, (std::vector<std::vector<double>>{{0.0}}));
    EXPECT_EQ(query->counter_names(), std::vector<std::string>{"WALL_CLOCK"});
    EXPECT_EQ(query->event_data({"residual"}).samples, std::vector<std::uint64_t>{0});
    EXPECT_EQ(query->dump_profile_data(), "");
    EXPECT_TRUE(perf_param().component_method_names().empty());
    EXPECT_TRUE(perf_param().performance_data("solve", false).rows.empty());
}

TEST(Nothing, KeepsWhatATimerIsCalled) {
    const auto timer = measurement().create_timer("solve", "int ()", "solvers");
    EXPECT_EQ(timer->name(), "solve");
    EXPECT_EQ(timer->type(), "int ()");
    EXPECT_EQ(timer->group_name(), "solvers");
    EXPECT_EQ(timer->group_id(), 0);
    timer->set_name("factor");
    timer->set_group_id(7);
    EXPECT_EQ(timer->name(), "factor");
    EXPECT_EQ(timer->group_id(), 7);
    EXPECT_EQ(measurement().create_phase()->group_name(), "default");
}

TEST(Load, SaysWhatIsWrong) {
    EXPECT_EQ(load(""), "no library is named; give a name such as proxima, or a path");
    EXPECT_NE(load("/no/such/library.so").find("cannot load /no/such/library.so: "),
              std::string::npos);
    EXPECT_NE(load("unheard_of").find("libproxima_measurement_unheard_of.so"), std::string::npos);
    EXPECT_EQ(load("libm.so.6"), "libm.so.6 does not implement version 1 of the measurement "
                                 "interface (proxima_measurement_1 is missing)");
}

} // namespace
