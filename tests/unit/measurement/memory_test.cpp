// Memory as the trackers see it, against memory that the test takes.
#include "measured_process.hpp"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <sys/resource.h>

namespace {

using namespace proxima::measurement;

// Sanitizers have an allocator of their own, and reserve address space beyond any limit.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PROXIMA_TEST_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PROXIMA_TEST_SANITIZED
#endif

constexpr const char* heap = "heap in use (bytes)";
[[maybe_unused]] constexpr const char* headroom = // not used under sanitizers
    "memory headroom (bytes)";

EventData event_data(const char* name) {
    return measurement().create_query()->event_data({name});
}

#ifndef PROXIMA_TEST_SANITIZED

TEST(Memory, HeapInUseGrowsByWhatIsAllocated) {
    constexpr std::size_t size = 50 << 20;
    const auto tracker = measurement().create_memory_tracker();
    tracker->track_here();
    const std::unique_ptr<char, decltype(&std::free)> block(static_cast<char*>(std::malloc(size)),
                                                            &std::free);
    ASSERT_NE(block, nullptr);
    tracker->track_here();
    const EventData data = event_data(heap);
    EXPECT_EQ(data.samples.at(0), 2U);
    EXPECT_GE(data.maximum.at(0) - data.minimum.at(0), size);
    EXPECT_LE(data.maximum.at(0) - data.minimum.at(0), size + (1 << 20));
    tracker->disable();
    tracker->track_here();
    EXPECT_EQ(event_data(heap).samples.at(0), 2U);
}

TEST(Memory, HeadroomEndsAtTheLimitOfTheProcess) {
    constexpr rlim_t limit = 2UL << 30;
    const rlimit address_space{limit, RLIM_INFINITY};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &address_space), 0);
    constexpr std::size_t size = 100 << 20;
    const auto tracker = measurement().create_memory_headroom_tracker();
    tracker->track_here();
    const std::unique_ptr<char, decltype(&std::free)> block(static_cast<char*>(std::malloc(size)),
                                                            &std::free);
    ASSERT_NE(block, nullptr);
    tracker->track_here();
    const EventData data = event_data(headroom);
    EXPECT_LT(data.maximum.at(0), static_cast<double>(limit));
    EXPECT_GE(data.maximum.at(0) - data.minimum.at(0), size);
    EXPECT_LE(data.maximum.at(0) - data.minimum.at(0), size + (1 << 20));
}

#endif

TEST(Memory, IsTrackedAtIntervals) {
    const auto tracker = measurement().create_memory_tracker();
    const std::uint64_t before = event_data(heap).samples.at(0);
    tracker->enable_interrupt_tracking();
    tracker->set_interrupt_interval(1);
    const auto begin = std::chrono::steady_clock::now();
    while (event_data(heap).samples.at(0) < before + 2 &&
           std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
        sleep_milliseconds(50);
    }
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    EXPECT_GE(event_data(heap).samples.at(0), before + 2);
}

} // namespace
