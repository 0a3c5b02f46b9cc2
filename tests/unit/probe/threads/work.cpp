// The same work, handed over in the ways of one of several runtimes: each way is a timer, below
// which the timer "worker" must be called as often as it is told to be.
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <functional>
#include <proxima.h>
#include <thread>
#include <vector>

#if defined(WITH_OPENMP)
#include <omp.h>
#elif defined(WITH_TBB)
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>
#elif defined(WITH_STD)
#include <future>
#endif

namespace {

constexpr int times = 40;

std::atomic<double> sum = 0;

void work(int n) {
    static proxima_timer worker = PROXIMA_TIMER_WITH("worker", "integer n");
    proxima_begin(&worker);
    double own = 0;
    for (int i = 1; i < 2000; ++i) {
        own += std::sqrt(static_cast<double>(n * i));
    }
    double known = sum;
    while (!sum.compare_exchange_weak(known, known + std::floor(own))) {
    }
    const double value = n;
    proxima_end_with(&worker, &value, 1);
}

// Keeps the initial thread from doing everything.
void work_slowly(int n) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    work(n);
}

void within(const char* name, const std::function<void()>& way) {
    proxima_timer timer = PROXIMA_TIMER(name);
    proxima_begin(&timer);
    way();
    proxima_end(&timer);
}

// A measured call around others.
template <class Work>
void outer(Work inner) {
    static proxima_timer timer = PROXIMA_TIMER("outer");
    proxima_begin(&timer);
    inner();
    proxima_end(&timer);
}

#if defined(WITH_OPENMP)

// Calls on all threads wait for tasks, which the thread itself does meanwhile.
void waiting() {
#pragma omp parallel for num_threads(4) schedule(static)
    for (int i = 0; i < 8; ++i) {
        outer([] {
            for (int k = 0; k < times / 2; ++k) {
#pragma omp task firstprivate(k) if (false)
                work_slowly(k);
            }
        });
    }
}

void loops() {
#pragma omp parallel for num_threads(4) schedule(static)
    for (int i = 0; i < times; ++i) {
        work_slowly(i);
    }
#pragma omp parallel for num_threads(4) schedule(dynamic, 3)
    for (int i = 0; i < times; ++i) {
        work_slowly(i);
    }
#pragma omp parallel for num_threads(4) schedule(guided)
    for (int i = 0; i < times; ++i) {
        work_slowly(i);
    }
#pragma omp parallel for num_threads(4) schedule(runtime)
    for (int i = 0; i < times; ++i) {
        work_slowly(i);
    }
}

void tasks() {
    const std::vector<int> copied = {1, 2, 3};
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int i = 0; i < 3 * times; ++i) {
#pragma omp task firstprivate(i, copied) // has a copy constructor
        work_slowly(i * copied[0]);
    }
    double total = 0;
#pragma omp parallel num_threads(4) reduction(task, + : total)
#pragma omp single
    for (int i = 0; i < times; ++i) {
#pragma omp task firstprivate(i) in_reduction(+ : total) if (i % 2 == 0)
        {
            work_slowly(i);
            total += i;
        }
    }
    if (total != times * (times - 1) / 2) {
        std::puts("wrong reduction");
    }
}

void taskloops() {
    const std::vector<int> copied = {1, 2, 3};
    long total = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(3) reduction(+ : total)
    for (int i = 0; i < 2 * times; ++i) {
        work_slowly(i);
        total += i;
    }
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop num_tasks(7) firstprivate(copied)
    for (unsigned long long i = 0; i < 2ULL * times; ++i) {
        work_slowly(static_cast<int>(i) * copied[0]);
    }
    if (total != times * (2 * times - 1)) {
        std::puts("wrong reduction");
    }
}

void nested() {
#pragma omp parallel num_threads(2)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2 * times; ++i) {
        work_slowly(i);
    }
}

#elif defined(WITH_TBB)

void loops() {
    oneapi::tbb::parallel_for(0, 4 * times, [](int i) { work_slowly(i); });
}

void tasks() {
    oneapi::tbb::task_group group;
    for (int i = 0; i < 4 * times; ++i) {
        group.run([=] { work_slowly(i); });
    }
    group.wait();
}

void taskloops() {
    loops();
}

void nested() {
    oneapi::tbb::parallel_for(0, 4, [](int i) {
        oneapi::tbb::parallel_for(0, times, [=](int k) { work_slowly(i + k); });
    });
}

#elif defined(WITH_STD)

void loops() {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([=] {
            for (int i = 0; i < times; ++i) {
                work(i);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

void tasks() {
    std::vector<std::future<void>> futures;
    for (int i = 0; i < 4 * times; ++i) {
        futures.push_back(std::async(std::launch::async, work, i));
    }
    for (std::future<void>& future : futures) {
        future.get();
    }
}

void taskloops() {
    loops();
}

void nested() {
    std::vector<std::future<void>> futures;
    for (int i = 0; i < 4; ++i) {
        futures.push_back(std::async(std::launch::async, [] {
            std::thread([] {
                for (int k = 0; k < times; ++k) {
                    work(k);
                }
            }).join();
        }));
    }
    for (std::future<void>& future : futures) {
        future.get();
    }
}

#else

void loops() {
    for (int i = 0; i < 4 * times; ++i) {
        work(i);
    }
}

void tasks() {
    loops();
}

void taskloops() {
    loops();
}

void nested() {
    loops();
}

#endif

#if !defined(WITH_OPENMP)
void waiting() {
    for (int i = 0; i < 8; ++i) {
        outer([] {
            for (int k = 0; k < times / 2; ++k) {
                work(k);
            }
        });
    }
}
#endif

} // namespace

// With any argument the program kills itself at the end.
int main(int count, char**) {
#if defined(WITH_OPENMP)
    omp_set_max_active_levels(2);
#endif
    for (int step = 0; step < 3; ++step) {
        within("loops", loops);
        within("tasks", tasks);
        within("taskloops", taskloops);
        within("nested", nested);
        within("waiting", waiting);
    }
    std::thread([] { work(0); }).join(); // no call has created this one
    if (count > 1) {
        std::raise(SIGKILL);
    }
    std::printf("%.0f\n", sum.load());
    return 0;
}
