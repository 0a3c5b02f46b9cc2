// Groups of timers switched while the program runs.
#include "measured_process.hpp"

#include <proxima/detail/communication.hpp>

#include <string>

namespace {

using namespace proxima::measurement;

void call(Timer& timer) {
    const ScopedTimer running(timer);
}

TEST(Groups, AreSwitchedByName) {
    const auto io = measurement().create_timer("by name.io", {}, "io");
    const auto other = measurement().create_timer("by name.other", {}, "solver");
    const auto control = measurement().create_control();
    call(*io);
    control->disable_group_name("io");
    call(*io);
    call(*other);
    const auto late = measurement().create_timer("by name.late", {}, "io");
    call(*late);
    EXPECT_EQ(values_of("by name.io").calls, 1U);
    EXPECT_EQ(values_of("by name.other").calls, 1U);
    EXPECT_FALSE(has_run("by name.late"));
    control->enable_group_name("io");
    call(*io);
    call(*late);
    EXPECT_EQ(values_of("by name.io").calls, 2U);
    EXPECT_EQ(values_of("by name.late").calls, 1U);
}

TEST(Groups, AreSwitchedByNumberAndTheLastSwitchDecides) {
    const auto timer = measurement().create_timer("by number", {}, "numbered");
    timer->set_group_id(17);
    const auto control = measurement().create_control();
    control->disable_group_id(17);
    call(*timer);
    EXPECT_FALSE(has_run("by number"));
    control->enable_group_name("numbered");
    call(*timer);
    EXPECT_EQ(values_of("by number").calls, 1U);
    control->disable_all_groups();
    call(*timer);
    EXPECT_EQ(values_of("by number").calls, 1U);
    control->enable_group_id(17);
    call(*timer);
    EXPECT_EQ(values_of("by number").calls, 2U);
    control->disable_group_name("numbered");
    control->enable_all_groups();
    call(*timer);
    EXPECT_EQ(values_of("by number").calls, 3U);
}

TEST(Groups, ARunningTimerIsMeasuredUntilItStops) {
    const auto timer = measurement().create_timer("disabled while it runs", {}, "running");
    const auto inner = measurement().create_timer("disabled inside", {}, "running");
    const auto control = measurement().create_control();
    timer->start();
    control->disable_group_name("running");
    inner->start();
    sleep_milliseconds(2);
    inner->stop();
    timer->stop();
    EXPECT_EQ(values_of("disabled while it runs").calls, 1U);
    EXPECT_GE(values_of("disabled while it runs").exclusive, 2000.0);
    EXPECT_FALSE(has_run("disabled inside"));
    EXPECT_TRUE(measurement().create_query()->active_timers().empty());
    control->enable_group_name("running");
}

TEST(Groups, MpiIsOneOfThem) {
    const auto active = [] {
        return __atomic_load_n(&proxima::detail::communication_active, __ATOMIC_RELAXED) != 0;
    };
    const auto control = measurement().create_control();
    EXPECT_TRUE(active());
    control->disable_group_name("MPI");
    EXPECT_FALSE(active());
    control->enable_all_groups();
    EXPECT_TRUE(active());
}

} // namespace
