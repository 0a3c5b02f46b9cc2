// Statistics of events against values computed in other ways.
#include "measured_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace proxima::measurement;

std::vector<double> log_normal(std::size_t count) {
    std::mt19937 generator(42);
    std::lognormal_distribution<double> distribution(3, 2);
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return distribution(generator); });
    return values;
}

TEST(Events, StatisticsAreThoseOfTheValues) {
    const auto event = measurement().create_event("residual");
    const std::vector<double> values = log_normal(1000);
    for (const double value : values) {
        event->trigger(value);
    }
    const auto count = static_cast<double>(values.size());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    double spread = 0;
    for (const double value : values) {
        spread += (value - sum / count) * (value - sum / count);
    }
    const EventData data = measurement().create_query()->event_data({"residual"});
    EXPECT_EQ(data.samples.at(0), values.size());
    EXPECT_EQ(data.minimum.at(0), *std::min_element(values.begin(), values.end()));
    EXPECT_EQ(data.maximum.at(0), *std::max_element(values.begin(), values.end()));
    EXPECT_NEAR(data.mean.at(0), sum / count, 1e-9 * sum / count);
    EXPECT_NEAR(data.sum_squares.at(0), squares, 1e-9 * squares);
    EXPECT_NEAR(data.deviation.at(0), std::sqrt(spread / count), 1e-9 * std::sqrt(spread / count));
}

TEST(Events, DeviationDoesNotDrownInLargeValues) {
    const auto event = measurement().create_event("large");
    for (const double value : {1e9 + 1, 1e9 + 2, 1e9 + 3}) {
        event->trigger(value);
    }
    const EventData data = measurement().create_query()->event_data({"large"});
    EXPECT_NEAR(data.deviation.at(0), std::sqrt(2.0 / 3.0), 1e-6);
}

TEST(Events, WithoutNameOrNotANumberAreLeftOut) {
    const auto event = measurement().create_event();
    event->trigger(1);
    event->set_name("named");
    event->trigger(std::numeric_limits<double>::quiet_NaN());
    event->trigger(std::numeric_limits<double>::infinity());
    const auto query = measurement().create_query();
    const auto names = query->event_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "named"), 0);
    event->trigger(0);
    const EventData data = query->event_data({"named"});
    EXPECT_EQ(data.samples.at(0), 1U);
    EXPECT_EQ(data.minimum.at(0), 0.0);
}

TEST(Events, AreOneForAllThreads) {
    const auto event = measurement().create_event("from threads");
    std::vector<std::thread> workers;
    for (int worker = 1; worker <= 4; ++worker) {
        workers.emplace_back([&event, worker] {
            for (int i = 0; i < 1000; ++i) {
                event->trigger(worker);
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    const EventData data = measurement().create_query()->event_data({"from threads"});
    EXPECT_EQ(data.samples.at(0), 4000U);
    EXPECT_DOUBLE_EQ(data.mean.at(0), 2.5);
    EXPECT_DOUBLE_EQ(data.sum_squares.at(0), 1000.0 * (1 + 4 + 9 + 16));
}

TEST(ContextEvents, AreKeptApartByCallPath) {
    const auto event = measurement().create_context_event("bytes");
    const auto outer = measurement().create_timer("exchange", "void ()");
    const auto inner = measurement().create_timer("pack");
    const auto phase = measurement().create_phase("setup");
    event->trigger(1);
    {
        const ScopedTimer in_outer(*outer);
        event->trigger(2);
        {
            const ScopedTimer in_inner(*inner);
            event->trigger(3);
            event->trigger(5);
        }
        const ScopedTimer in_phase(*phase);
        const ScopedTimer in_inner(*inner);
        event->trigger(7);
        event->disable();
        event->trigger(11);
        event->enable();
    }
    const auto query = measurement().create_query();
    const EventData data =
        query->event_data({"bytes", "bytes : exchange void ()", "bytes : exchange void () => pack",
                           "bytes : setup => pack"});
    EXPECT_EQ(data.samples, (std::vector<std::uint64_t>{5, 1, 2, 1}));
    EXPECT_EQ(data.maximum, (std::vector<double>{7, 2, 5, 7}));
    EXPECT_DOUBLE_EQ(data.mean.at(2), 4);
}

} // namespace
