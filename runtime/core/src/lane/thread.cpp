#include "lane/thread.hpp"

#include "run/run.hpp"

#include <pthread.h>

namespace proxima::detail {

LaneHead no_lane = {{}, 0, 0, 0, 0, &nowhere, 0, nullptr, {}};
__thread LaneHead* current_lane = &no_lane;
__thread ThreadState this_thread;
bool short_way = false;

namespace {

void leave_thread(void*) {
    {
        const SlowSection section;
        LaneState* const lane = this_thread.lane;
        this_thread.lane = nullptr;
        this_thread.inherited = nullptr;
        this_thread.left = true;
        if (lane != nullptr) {
            run().detach(*lane);
        }
    }
}

pthread_key_t make_key() noexcept {
    pthread_key_t key{};
    pthread_key_create(&key, leave_thread);
    return key;
}

} // namespace

void watch_thread_exit() noexcept {
    static const pthread_key_t key = make_key();
    // Any value that is not null makes the hook run.
    pthread_setspecific(key, &short_way);
}

} // namespace proxima::detail
