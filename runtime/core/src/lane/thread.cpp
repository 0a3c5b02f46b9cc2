#include "lane/thread.hpp"

#include "run/run.hpp"

#include <exception>
#include <optional>
#include <pthread.h>

namespace proxima::detail {

LaneHead no_lane = {{}, 0, 0, 0, 0, &nowhere, 0, nullptr};
__thread LaneHead* current_lane = &no_lane;
__thread ThreadState this_thread;
ShortWay short_way;

namespace {

void leave_thread(void*) {
    const SlowSection section;
    LaneState* const lane = this_thread.lane;
    this_thread.lane = nullptr;
    this_thread.inherited = nullptr;
    this_thread.left = true;
    if (lane == nullptr) {
        return;
    }
    try {
        run().detach(*lane);
    } catch (const std::exception&) { // it is not passed on; the end of the run closes it
        return;
    }
}

// Nothing if the application has taken all keys: then lanes are not passed on.
std::optional<pthread_key_t> make_key() noexcept {
    pthread_key_t key{};
    return pthread_key_create(&key, leave_thread) == 0 ? std::optional(key) : std::nullopt;
}

} // namespace

void watch_thread_exit() noexcept {
    static const std::optional<pthread_key_t> key = make_key();
    if (key.has_value()) {
        pthread_setspecific(*key, &short_way); // any value that is not null makes the hook run
    }
}

} // namespace proxima::detail
