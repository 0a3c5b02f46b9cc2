// Timers whose calls wait in known ways, for 100 ms each.
#include <atomic>
#include <chrono>
#include <ctime>
#include <future>
#include <mutex>
#include <proxima.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace {

constexpr auto wait = std::chrono::milliseconds(100);

class Timed {
public:
    explicit Timed(const char* name) : timer_(PROXIMA_TIMER(name)) { proxima_begin(&timer_); }
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;
    ~Timed() { proxima_end(&timer_); }

private:
    proxima_timer timer_;
};

std::chrono::nanoseconds processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

void spin() {
    const auto end = processor_time() + wait;
    while (processor_time() < end) {
    }
}

// Two threads on one processor: one of them is ready for as long as the other computes.
void compete() {
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int processor = 0; processor < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++processor) {
        if (CPU_ISSET(processor, &allowed)) {
            CPU_SET(processor, &one);
        }
    }
    std::atomic<int> there = 0;
    const auto body = [&] {
        sched_setaffinity(0, sizeof one, &one);
        const Timed timed("competing");
        ++there;
        while (there < 2) {
            std::this_thread::yield();
        }
        spin();
    };
    std::thread first(body);
    std::thread second(body);
    first.join();
    second.join();
}

std::mutex contended; // a global symbol
std::atomic<bool> is_held = false;
std::atomic<bool> is_wanted = false;

void hold() {
    const Timed timed("holding");
    const std::lock_guard lock(contended);
    is_held = true;
    while (!is_wanted) {
        std::this_thread::yield();
    }
    std::this_thread::sleep_for(wait);
}

void wait_for_lock() {
    std::thread holder(hold);
    while (!is_held) {
        std::this_thread::yield();
    }
    {
        const Timed timed("wanting");
        is_wanted = true;
        const std::lock_guard lock(contended);
    }
    holder.join();
}

void hand_over() {
    const Timed timed("handing");
    const void* const context = proxima_capture();
    std::async(std::launch::async, [context] {
        const proxima_adoption adoption = proxima_adopt(context);
        {
            const Timed work("handed");
            spin();
        }
        proxima_end_adoption(adoption);
    }).get();
}

} // namespace

int main() {
    {
        const Timed timed("spinning");
        spin();
    }
    {
        const Timed timed("sleeping");
        std::this_thread::sleep_for(wait);
    }
    compete();
    wait_for_lock();
    hand_over();
}
