// The rows of Monitor, where there are too many to keep them in memory.
#include "measured_process.hpp"

#include <malloc.h>
#include <string>
#include <vector>

namespace {

using namespace proxima::measurement;

void monitor_many(const std::string& record, int first, int last) {
    const std::vector<std::string> names{"n"};
    std::vector<double> values(1);
    for (int n = first; n < last; ++n) {
        values[0] = n;
        monitor().start_monitoring(record);
        monitor().stop_monitoring(record, names, values);
    }
}

// Whether the rows are those of the invocations from `first` to before `last`, in their order.
bool are(const PerformanceData& data, int first, int last) {
    bool equal = data.rows.size() == static_cast<std::size_t>(last - first);
    for (std::size_t i = 0; equal && i < data.rows.size(); ++i) {
        equal = data.rows[i].size() == 3 && data.rows[i][2] == first + static_cast<double>(i);
    }
    return equal;
}

TEST(Rows, OfManyInvocationsAreReadBackInTheirOrder) {
    monitor_many("many rows", 0, 20'000);
    EXPECT_TRUE(are(perf_param().performance_data("many rows", true), 0, 20'000));
    EXPECT_TRUE(are(perf_param().performance_data("many rows", false), 0, 0));
    monitor_many("many rows", 20'000, 30'000);
    EXPECT_TRUE(are(perf_param().performance_data("many rows", true), 20'000, 30'000));
    monitor().destroy_record("many rows");
    monitor_many("many rows", 0, 10'000);
    EXPECT_TRUE(are(perf_param().performance_data("many rows", false), 0, 10'000));
}

TEST(Rows, OfDifferentLengthsAreReadBack) {
    for (int n = 0; n < 20'000; ++n) {
        monitor().start_monitoring("ragged rows");
        if (n % 2 == 0) {
            monitor().stop_monitoring("ragged rows", {}, {});
        } else {
            monitor().stop_monitoring("ragged rows", {"a", "b", "n"}, {1, 2, double(n)});
        }
    }
    const PerformanceData data = perf_param().performance_data("ragged rows", false);
    ASSERT_EQ(data.rows.size(), 20'000U);
    for (std::size_t n = 1; n < data.rows.size(); n += 2) {
        ASSERT_EQ(data.rows[n].at(4), static_cast<double>(n));
    }
}

// Under sanitizers mallinfo2() says nothing.
TEST(Rows, DoNotTakeMoreMemoryWithEveryInvocation) {
    monitor_many("rows elsewhere", 0, 10'000);
    const std::size_t before = mallinfo2().uordblks;
    monitor_many("rows elsewhere", 10'000, 200'000);
    constexpr std::size_t of_the_numbers_alone = 190'000 * sizeof(double);
    EXPECT_LT(mallinfo2().uordblks, before + of_the_numbers_alone);
}

} // namespace
