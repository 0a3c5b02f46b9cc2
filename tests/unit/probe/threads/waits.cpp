// Timers whose calls wait in known ways, for 100 ms each.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <future>
#include <mutex>
#include <proxima.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unistd.h>

std::mutex contended; // exported, so that it has a name

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

// Outside of the kernel, which samples leave out.
void spin() {
    const auto end = processor_time() + wait;
    while (processor_time() < end) {
        for (volatile int i = 0; i < 10'000; ++i) {
        }
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

std::atomic<bool> is_held = false;
std::atomic<bool> is_wanted = false;

// The main thread, in its next system call.
void wait_until_main_sleeps() {
    const std::string file = "/proc/self/task/" + std::to_string(getpid()) + "/stat";
    std::string text;
    while (!is_wanted || text.find(") S ") == std::string::npos) {
        std::this_thread::yield();
        std::getline(std::ifstream(file), text);
    }
}

template <class Holding, class Lock>
void hold(Lock& lock) {
    const Timed outer("outer");
    const Timed timed("holding");
    const Holding holding(lock);
    is_held = true;
    wait_until_main_sleeps();
    std::this_thread::sleep_for(wait);
}

template <class Holding, class Wanting, class Lock>
void wait_for(Lock& lock, const char* name) {
    is_held = is_wanted = false;
    std::thread holder(hold<Holding, Lock>, std::ref(lock));
    while (!is_held) {
        std::this_thread::yield();
    }
    {
        const Timed timed(name);
        is_wanted = true;
        const Wanting wanting(lock);
    }
    holder.join();
}

// A thread comes last to a barrier, and then sets a condition.
void meet() {
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, nullptr, 2);
    std::mutex mutex;
    std::condition_variable condition;
    bool is_set = false;
    is_wanted = false;
    std::thread other([&] {
        wait_until_main_sleeps();
        pthread_barrier_wait(&barrier);
        std::this_thread::sleep_for(wait);
        const std::lock_guard lock(mutex);
        is_set = true;
        condition.notify_one();
    });
    {
        const Timed timed("meeting");
        is_wanted = true;
        pthread_barrier_wait(&barrier);
        std::unique_lock lock(mutex);
        condition.wait(lock, [&] { return is_set; });
    }
    other.join();
    pthread_barrier_destroy(&barrier);
}

// Locks with a time limit: one comes in time, one does not.
void wait_in_time() {
    struct Patient {
        explicit Patient(std::timed_mutex& mutex) : lock(mutex, std::chrono::minutes(5)) {}
        std::unique_lock<std::timed_mutex> lock;
    };
    std::timed_mutex mutex;
    wait_for<std::lock_guard<std::timed_mutex>, Patient>(mutex, "patient");
    const Timed timed("impatient");
    const std::lock_guard lock(contended);
    timespec end{};
    clock_gettime(CLOCK_REALTIME, &end);
    constexpr long second = 1'000'000'000;
    end.tv_nsec += std::chrono::nanoseconds(wait).count();
    end.tv_sec += end.tv_nsec / second;
    end.tv_nsec %= second;
    if (pthread_mutex_timedlock(contended.native_handle(), &end) != ETIMEDOUT) {
        std::abort();
    }
}

// A semaphore and the end of a thread, which come late.
void wait_for_thread() {
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    is_wanted = false;
    std::thread other([&] {
        pthread_setname_np(pthread_self(), "late");
        wait_until_main_sleeps();
        std::this_thread::sleep_for(wait);
        is_wanted = false;
        sem_post(&semaphore);
        wait_until_main_sleeps();
        std::this_thread::sleep_for(wait);
    });
    const Timed timed("expecting");
    is_wanted = true;
    sem_wait(&semaphore);
    is_wanted = true;
    other.join();
    sem_destroy(&semaphore);
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
    using Exclusive = std::lock_guard<std::mutex>;
    wait_for<Exclusive, Exclusive>(contended, "wanting");
    std::shared_mutex shared;
    using Writing = std::unique_lock<std::shared_mutex>;
    wait_for<Writing, std::shared_lock<std::shared_mutex>>(shared, "reading");
    wait_for<std::shared_lock<std::shared_mutex>, Writing>(shared, "writing");
    meet();
    wait_in_time();
    wait_for_thread();
    hand_over();
}
