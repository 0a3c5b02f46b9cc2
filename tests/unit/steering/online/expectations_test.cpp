// Tests which calls the predictions of an instance are compared with.
#include "measured_here.hpp"
#include "optimizer/expectations.hpp"
#include "scenario/port.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace proxima::online {
namespace {

using scenario::Function;
using scenario::ScenarioPort;

double calls_seen_by(Expectations& expectations) {
    std::vector<double> own(expectations.numbers());
    expectations.contribute(Knowledge(), {}, own);
    return own.front();
}

TEST(Expectations, LeaveTheCallsOfLongerNamesToThem) {
    measured_here();
    Function work;
    Proxy<ScenarioPort> sort{work, "sort"};
    Proxy<ScenarioPort> on_trial{work, "sort@Other"};
    Proxy<ScenarioPort> sorter{work, "sorter"};
    Expectations of_sort("sort", {"One", "Other"});
    Expectations of_sorter("sorter", {"One", "Other"});
    of_sort.keep_invocations();
    of_sorter.keep_invocations();
    for (int i = 0; i < 3; ++i) {
        sort.call(i);
        on_trial.call(i);
        sorter.call(i);
    }
    EXPECT_EQ(calls_seen_by(of_sort), 6);
    EXPECT_EQ(calls_seen_by(of_sorter), 3);
}

} // namespace
} // namespace proxima::online
