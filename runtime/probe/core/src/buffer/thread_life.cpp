// Writes the lives of threads.
#include "buffer/recorder.hpp"
#include "system/thread_use.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <unistd.h>

namespace proxima::detail {
namespace {

constexpr std::uint64_t exactness = 10'000'000; // of ages, nanoseconds

} // namespace

std::uint64_t ThreadRecorder::nanoseconds(std::uint64_t ticks) const noexcept {
    return static_cast<std::uint64_t>(static_cast<double>(ticks) * 1e9 /
                                      clock_->ticks_per_second());
}

void ThreadRecorder::end_thread(const std::optional<ThreadUse>& use) noexcept {
    if (!has_thread_ || !use) {
        return;
    }
    has_thread_ = false;
    try {
        format::ThreadLife life;
        life.thread = thread_.thread;
        life.end = clock_->now();
        const std::uint64_t since_start = nanoseconds(life.end - clock_->start().ticks);
        const std::uint64_t age = use->age.value_or(0);
        std::uint64_t lived =
            std::max(nanoseconds(life.end - thread_.clock.ticks), age - std::min(age, exactness));
        // The first thread has worked before the run began, and others may have.
        if (use->account && (use_at_start_ || age <= since_start)) {
            const ProcessorAccount before = use_at_start_ && use_at_start_->account
                                                ? *use_at_start_->account
                                                : ProcessorAccount{};
            life.running_ns =
                use->account->running - std::min(before.running, use->account->running);
            life.waiting_ns = use->account->ready - std::min(before.ready, use->account->ready);
            lived = std::max(lived, life.running_ns + life.waiting_ns);
        }
        lived = std::min(lived, since_start);
        life.begin = life.end - static_cast<std::uint64_t>(static_cast<double>(lived) * 1e-9 *
                                                           clock_->ticks_per_second());
        life.creator = creator_;
        life.name = use->name;
        lives_ += life.end - life.begin;
        writer_.add(format::ChunkType::thread_life, format::write(life));
    } catch (const std::bad_alloc&) { // its life is unknown
    }
}

} // namespace proxima::detail
