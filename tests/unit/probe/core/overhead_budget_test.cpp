// Decisions about overhead=, with clocks and costs that the tests tell.
#include "run/overhead_budget.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace proxima::detail;

constexpr auto recorded = MeasuringLevel::recorded;
constexpr auto estimated = MeasuringLevel::estimated;
constexpr auto off = MeasuringLevel::off;

// A program on one processor, whose methods take their calls' times. A recorded call adds 20 ns, an
// untimed one 10 ns.
class Program {
public:
    struct Method {
        double calls;                   // in a second of the program's own work
        MeasuringLevel best = recorded; // of the configuration
        bool may_go_untimed = true;     // a leaf
        bool is_fixed = false;          // watched
        MeasuringLevel level = best;    // now
    };

    Program(double share, std::vector<Method> methods, double spent_ns = 0)
        : methods(std::move(methods)), spent_ns_(spent_ns), budget_(share, spent_ns) {}

    // Works until the next decision. Returns the number of changes.
    std::size_t step() {
        OverheadInterval interval;
        interval.timed_call_ns = 20;
        interval.untimed_call_ns = 10;
        interval.other_ns = other_ns;
        double cost = other_ns;
        for (const Method& method : methods) {
            MethodLoad load{0, 0, method.best, method.is_fixed};
            const auto calls = static_cast<std::uint64_t>(method.calls * wait_);
            if (method.level == estimated && method.may_go_untimed) {
                load = {calls / 33, calls - calls / 33, method.best, method.is_fixed};
            } else if (method.level != off) {
                load.timed = calls;
            }
            cost += static_cast<double>(load.timed) * 20 + static_cast<double>(load.untimed) * 10;
            interval.methods.push_back(load);
        }
        interval.processor_ns = wait_ * 1e9 + cost;
        now += interval.processor_ns * 1e-9;
        interval.now = now;
        spent_ns_ += cost;
        own_ns_ += wait_ * 1e9;
        const auto changes = budget_.decide(interval);
        for (const LevelChange& change : changes) {
            methods.at(change.method).level = change.to;
        }
        return changes.size();
    }

    std::size_t run(double seconds) {
        std::size_t changes = 0;
        for (const double end = now + seconds; now < end;) {
            changes += step();
        }
        return changes;
    }

    double share_spent() const { return spent_ns_ / own_ns_; }

    std::vector<Method> methods;
    double now = 0;
    double other_ns = 0; // of each step, on new nodes and deciding

private:
    double spent_ns_;
    double own_ns_ = 0;
    double wait_ = 0.005;
    OverheadBudget budget_;
};

TEST(OverheadBudget, ChangesNothingWithinTheShare) {
    Program program(0.02, {{900'000}, {1000}}); // 1.8 %
    EXPECT_EQ(program.run(60), 0U);
}

TEST(OverheadBudget, LowersTheDearestMethodsOnlyAndAsLittleAsNeeded) {
    Program program(0.02, {{1'500'000}, {100'000}, {1000}}); // 3 %, 0.2 %, 0.002 %
    program.run(0.9);
    EXPECT_EQ(program.methods[0].level, estimated); // 1.6 %
    EXPECT_EQ(program.methods[1].level, recorded);
    EXPECT_EQ(program.methods[2].level, recorded);
}

TEST(OverheadBudget, SwitchesOffWhatIsTooDearEvenIfCounted) {
    Program program(0.02, {{50'000'000}, {200'000}}); // 100 %
    EXPECT_EQ(program.step(), 1U);
    EXPECT_EQ(program.methods[0].level, off);
    EXPECT_EQ(program.methods[1].level, recorded);
}

// The estimate is no cheaper, for example because the method calls others.
TEST(OverheadBudget, SwitchesOffWhatCannotGoUntimed) {
    Program program(0.02, {{1'500'000, recorded, false}});
    EXPECT_EQ(program.step(), 1U);
    EXPECT_EQ(program.methods[0].level, estimated);
    program.step();
    EXPECT_EQ(program.methods[0].level, off);
}

TEST(OverheadBudget, StaysWithinTheShareFromTheFirstSecondsOn) {
    for (const double calls : {2e6, 1e7, 1e8}) { // 4 % to 200 %
        SCOPED_TRACE(calls);
        Program program(0.02, {{calls}, {calls / 3}, {500'000}});
        program.run(60);
        EXPECT_LT(program.share_spent(), 0.02);
    }
}

// A method that is idle looks cheap until its turn comes.
TEST(OverheadBudget, StaysWithinTheShareIfMethodsTakeTurns) {
    Program program(0.02, std::vector<Program::Method>(8, {0}));
    for (std::size_t turn = 0; turn < 300; ++turn) {
        program.methods[turn % 8].calls = 1e8; // 200 %
        program.run(0.1);
        program.methods[turn % 8].calls = 0;
    }
    EXPECT_LT(program.share_spent(), 0.02);
}

TEST(OverheadBudget, WaitingIsNoReasonToTryAMethodAgain) {
    Program program(0.02, {{0}});
    program.run(30); // saves
    program.methods[0].calls = 50'000'000;
    while (program.methods[0].level != off) {
        program.step();
    }
    program.now += 1000; // asleep
    EXPECT_EQ(program.run(0.5), 0U);
}

TEST(OverheadBudget, RecordsAMethodAgainThatBecomesLong) {
    for (const double calls : {1'500'000.0, 50'000'000.0}) { // estimated, off
        SCOPED_TRACE(calls);
        Program program(0.02, {{calls}});
        program.run(2.5);
        EXPECT_NE(program.methods[0].level, recorded);
        program.methods[0].calls = 1000;
        program.run(10);
        EXPECT_EQ(program.methods[0].level, recorded);
        EXPECT_EQ(program.run(60), 0U);
    }
}

// Each pause before a method is tried again is twice the last one.
TEST(OverheadBudget, TriesRarelyWhatStaysDear) {
    Program program(0.02, {{50'000'000}});
    const std::size_t in_a_minute = program.run(60);
    EXPECT_GT(in_a_minute, 2U);
    EXPECT_LT(in_a_minute, 20U);
    EXPECT_LE(program.run(600), 10U);
}

TEST(OverheadBudget, MakesUpForAnEarlyExcess) {
    Program program(0.02, {{50'000'000}, {950'000}}); // 100 %, once; 1.9 %
    program.step();
    program.run(1);
    EXPECT_NE(program.methods[1].level, recorded);
    program.run(60);
    EXPECT_LT(program.share_spent(), 0.02);
    EXPECT_EQ(program.methods[1].level, estimated); // 1.9 % leave no room
}

// 40 ms of 10 s are a fifth of the share.
TEST(OverheadBudget, MakesUpForCalibration) {
    Program program(0.02, {{950'000}}, 40e6); // 1.9 %
    program.run(10);
    EXPECT_LT(program.share_spent(), 0.02);
}

// New call paths take 3 % for a second: calls get what that leaves, a quarter of the share at
// least.
TEST(OverheadBudget, MakesUpForNewCallPaths) {
    Program program(0.02, {{950'000}, {200'000}}); // 1.9 %, 0.4 %
    program.other_ns = 150e3;
    program.run(1);
    EXPECT_EQ(program.methods[0].level, off);
    EXPECT_EQ(program.methods[1].level, recorded);
    program.other_ns = 0;
    program.run(5);
    EXPECT_LT(program.share_spent(), 0.02);
}

TEST(OverheadBudget, LeavesWatchedMethodsAloneAndKeepsWhatTheConfigurationAsksFor) {
    Program program(0.02, {{50'000'000, recorded, true, true}, {1000, estimated}});
    EXPECT_EQ(program.run(10), 0U);
    EXPECT_EQ(program.methods[1].level, estimated);
}

TEST(OverheadBudget, ToldSharesAreThoseOfTheMethodBeforeTheChange) {
    OverheadBudget budget(0.02, 0);
    OverheadInterval interval;
    interval.now = 1;
    interval.processor_ns = 150;
    interval.timed_call_ns = 10 * OverheadBudget::beyond_calibration;
    interval.methods = {{5, 0}};
    const auto changes = budget.decide(interval);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_DOUBLE_EQ(changes[0].share, 0.8); // at most 80 ns beside 100 ns
    EXPECT_EQ(changes[0].at, 1);
}

} // namespace
