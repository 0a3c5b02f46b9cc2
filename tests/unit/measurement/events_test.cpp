// Events against values computed in other ways, and memory against memory that the test takes.
#include "measured_process.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace proxima::measurement;

EventData data_of(const std::vector<std::string>& names) {
    return measurement().create_query()->event_data(names);
}

// Large values, in whose squares the differences would drown. What is no number is left out.
TEST(Events, StatisticsAreThoseOfTheValues) {
    const auto event = measurement().create_event("residual");
    measurement().create_event("")->trigger(1);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {infinity, 1e9 + 1, std::nan(""), 1e9 + 2, -infinity, 1e9 + 3}) {
        event->trigger(value);
    }
    const EventData data = data_of({"residual", "unheard of"});
    EXPECT_EQ(data.samples, (std::vector<std::uint64_t>{3, 0}));
    EXPECT_EQ(data.minimum, (std::vector<double>{1e9 + 1, 0}));
    EXPECT_EQ(data.maximum, (std::vector<double>{1e9 + 3, 0}));
    EXPECT_DOUBLE_EQ(data.mean.at(0), 1e9 + 2);
    EXPECT_DOUBLE_EQ(data.sum_squares.at(0), 3e18 + 12e9 + 14);
    EXPECT_NEAR(data.deviation.at(0), std::sqrt(2.0 / 3.0), 1e-6);
}

// Those of one name are one, on all threads.
TEST(Events, AreOneForAllThreads) {
    std::vector<std::thread> workers;
    for (int worker = 1; worker <= 10; ++worker) {
        workers.emplace_back([worker] {
            const auto event = measurement().create_event("from threads");
            for (int i = 0; i < 1000; ++i) {
                event->trigger(worker);
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    const EventData data = data_of({"from threads"});
    EXPECT_EQ(data.samples.at(0), 10'000U);
    EXPECT_NEAR(data.mean.at(0), 5.5, 1e-12);                      // rounded 10,000 times
    EXPECT_NEAR(data.deviation.at(0), std::sqrt(99.0 / 12), 1e-9); // of 1 to 10, uniform
    EXPECT_DOUBLE_EQ(data.sum_squares.at(0), 1000.0 * 385);
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
        const auto control = measurement().create_control();
        control->disable_group_name("event");
        event->trigger(11);
        control->enable_group_name("event");
    }
    const EventData data = data_of({"bytes", "bytes : exchange void ()",
                                    "bytes : exchange void () => pack", "bytes : setup => pack"});
    EXPECT_EQ(data.samples, (std::vector<std::uint64_t>{5, 1, 2, 1}));
    EXPECT_EQ(data.maximum, (std::vector<double>{7, 2, 5, 7}));
    EXPECT_DOUBLE_EQ(data.mean.at(2), 4);
}

// Sanitizers have an allocator of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PROXIMA_TEST_SANITIZED
#endif
#endif
#if !defined(PROXIMA_TEST_SANITIZED) && !defined(__SANITIZE_ADDRESS__)

// The heap grows by what is allocated.
TEST(Memory, ChangesByWhatIsAllocated) {
    const auto tracker = measurement().create_memory_tracker();
    constexpr std::size_t size = 100 << 20;
    tracker->track_here();
    const std::unique_ptr<char, decltype(&std::free)> block(static_cast<char*>(std::malloc(size)),
                                                            &std::free);
    ASSERT_NE(block, nullptr);
    tracker->track_here();
    const EventData data = data_of({"heap in use (bytes)"});
    EXPECT_EQ(data.samples.at(0), 2U);
    EXPECT_GE(data.maximum.at(0) - data.minimum.at(0), size);
    EXPECT_LE(data.maximum.at(0) - data.minimum.at(0), size + (1 << 20));
}

#endif

} // namespace
