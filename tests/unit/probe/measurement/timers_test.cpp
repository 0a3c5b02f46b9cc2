// Timers, phases and groups: their counts, compared with the actions of the test.
#include "measured_process.hpp"
#include "scenario/port.hpp"

#include <proxima/detail/regions.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace proxima::measurement;

void call(Timer& timer) {
    const ScopedTimer running(timer);
}

// Values are sums of ticks, converted; so sums of them agree but for rounding.
constexpr double rounding = 1e-6;

struct Counts {
    std::uint64_t calls;
    std::uint64_t child_calls;
};

// Actions: "+a" starts the timer a, "-a" stops it, "(" to ")" runs in a measured method of a port,
// which is called m, "." waits a millisecond.
struct Schedule {
    const char* what;
    const char* steps;
    std::map<std::string, Counts> counted; // others are not known to Query
};

void PrintTo(const Schedule& schedule, std::ostream* out) {
    *out << schedule.steps;
}

class Schedules : public testing::TestWithParam<Schedule> {
protected:
    static std::string name_of(const std::string& step) {
        return std::string(GetParam().what) + " " + step + (step == "m" ? ".call" : "");
    }

    // Runs actions up to the end, or to the end of their method.
    void run(std::istringstream& steps) {
        for (std::string step; steps >> step && step != ")";) {
            if (step == ".") {
                sleep_milliseconds(1);
            } else if (step == "(") {
                scenario::Function body([&](int n) {
                    run(steps);
                    return n;
                });
                scenario::Proxy(body, (std::string(GetParam().what) + " m").c_str()).call(1);
            } else {
                auto& timer = timers_[step.substr(1)];
                if (timer == nullptr) {
                    timer = measurement().create_timer(name_of(step.substr(1)));
                }
                step[0] == '+' ? timer->start() : timer->stop();
            }
        }
    }

private:
    std::map<std::string, std::unique_ptr<Timer>> timers_;
};

TEST_P(Schedules, AreCounted) {
    const std::string all_steps = GetParam().steps;
    std::istringstream steps(all_steps);
    run(steps);
    double exclusive = 0;
    for (const std::string name : {"a", "b", "c", "m"}) {
        const auto expected = GetParam().counted.find(name);
        EXPECT_EQ(has_run(name_of(name)), expected != GetParam().counted.end()) << name;
        if (expected != GetParam().counted.end()) {
            const Values values = values_of(name_of(name));
            EXPECT_EQ(values.calls, expected->second.calls) << name;
            EXPECT_EQ(values.child_calls, expected->second.child_calls) << name;
            exclusive += values.exclusive;
        }
    }
    // All others run within the first.
    const double inclusive = values_of(name_of("a")).inclusive;
    EXPECT_NEAR(inclusive, exclusive, rounding * inclusive);
    EXPECT_GE(inclusive,
              1000.0 * static_cast<double>(std::count(all_steps.begin(), all_steps.end(), '.')));
    EXPECT_TRUE(measurement().create_query()->active_timers().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Timers, Schedules,
    testing::Values(Schedule{"nested", "+a . +b . -b +b -b -a", {{"a", {1, 2}}, {"b", {2, 0}}}},
                    Schedule{"recursive", "+a . +a . +a -a -a . -a", {{"a", {3, 2}}}},
                    Schedule{"overlapping",
                             "+a +b . +c . -b . -c -a",
                             {{"a", {1, 1}}, {"b", {1, 1}}, {"c", {1, 0}}}},
                    Schedule{"stopped_in_vain", "+a -b . -a -a", {{"a", {1, 0}}}},
                    Schedule{"around_methods",
                             "+a . ( +b . -b ) ( ) -a",
                             {{"a", {1, 2}}, {"b", {1, 0}}, {"m", {2, 1}}}},
                    // b ends with the method, so that c is beside it
                    Schedule{"stopped_in_a_method",
                             "+a +b ( . -b +c . -c ) +c -c . -a",
                             {{"a", {1, 2}}, {"b", {1, 1}}, {"c", {2, 0}}, {"m", {1, 1}}}},
                    Schedule{"left_running_in_a_method",
                             "+a ( +b . ) . -b +c -c . -a",
                             {{"a", {1, 2}}, {"b", {1, 0}}, {"c", {1, 0}}, {"m", {1, 1}}}}),
    [](const auto& info) { return std::string(info.param.what); });

TEST(Timers, AreKnownByNameAndType) {
    const auto of_int = measurement().create_timer("apply", "void (int)");
    const auto of_double = measurement().create_timer("apply", "void (double)");
    const auto again = measurement().create_timer("apply", "void (int)");
    call(*of_int);
    call(*of_double);
    call(*again);
    call(*measurement().create_timer("")); // without a name it is not measured
    EXPECT_EQ(values_of("apply void (int)").calls, 2U);
    EXPECT_EQ(values_of("apply void (double)").calls, 1U);
    EXPECT_EQ(values_of("apply").calls, 3U); // whatever the type, while none has no type
    call(*measurement().create_timer("apply"));
    EXPECT_EQ(values_of("apply").calls, 1U);
    EXPECT_EQ(values_of("unheard of").calls, 0U);
    EXPECT_FALSE(has_run(""));
}

TEST(Phases, KeepWhatRunsInsideApart) {
    const auto timer = measurement().create_timer("smooth");
    const auto coarse = measurement().create_phase("coarse");
    const auto fine = measurement().create_phase("fine", "level 0");
    scenario::Function target;
    scenario::Proxy method(target, "method");
    call(*timer);
    {
        const ScopedTimer in_coarse(*coarse);
        call(*timer);
        {
            const ScopedTimer in_fine(*fine);
            call(*timer);
            call(*timer);
            method.call(1);
        }
        call(*timer);
    }
    EXPECT_EQ(values_of("smooth").calls, 1U);
    EXPECT_EQ(values_of("coarse => smooth").calls, 2U);
    EXPECT_EQ(values_of("fine level 0 => smooth").calls, 2U);
    EXPECT_EQ(values_of("fine level 0 => method.call").calls, 1U);
    EXPECT_EQ(values_of("coarse").child_calls, 3U);
    EXPECT_FALSE(has_run("coarse => fine level 0"));
    EXPECT_NEAR(values_of("coarse").inclusive,
                values_of("coarse").exclusive + values_of("coarse => smooth").inclusive +
                    values_of("fine level 0").inclusive,
                rounding * values_of("coarse").inclusive);
}

TEST(Groups, AreSwitchedAndTheLastSwitchDecides) {
    const auto io = measurement().create_timer("switched", {}, "io");
    const auto control = measurement().create_control();
    const auto calls_if = [&](auto action) {
        const std::uint64_t before = values_of("switched").calls;
        action();
        call(*io);
        return values_of("switched").calls - before;
    };
    EXPECT_EQ(calls_if([] {}), 1U);
    EXPECT_EQ(calls_if([&] { control->disable_group_name("io"); }), 0U);
    EXPECT_EQ(calls_if([&] { control->enable_group_name("other"); }), 0U);
    EXPECT_EQ(calls_if([&] { control->enable_group_name("io"); }), 1U);
    EXPECT_EQ(calls_if([&] { control->disable_all_groups(); }), 0U);
    EXPECT_EQ(calls_if([&] { control->enable_group_name("io"); }), 1U);
    call(*measurement().create_timer("of another group"));
    EXPECT_FALSE(has_run("of another group"));
    EXPECT_EQ(calls_if([&] { control->enable_all_groups(); }), 1U);
    const auto mpi_is_active = [] {
        return __atomic_load_n(&proxima::detail::communication_active, __ATOMIC_RELAXED) != 0;
    };
    control->disable_group_name("MPI");
    EXPECT_FALSE(mpi_is_active());
    control->enable_all_groups();
    EXPECT_TRUE(mpi_is_active());
}

} // namespace
