// Threads that come and go.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/control.hpp>

#include <atomic>
#include <barrier>
#include <pthread.h>
#include <thread>

namespace scenario {

namespace {

int parallel(const Arguments& arguments) {
    const int calls = std::stoi(arguments.at(1));
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    std::vector<std::thread> threads;
    std::barrier together(std::stoi(arguments.at(0)));
    for (int i = 0; i < std::stoi(arguments.at(0)); ++i) {
        threads.emplace_back([&] {
            for (int call = 0; call < calls; ++call) {
                outer.call(call);
                if (call == 0) {
                    together.arrive_and_wait();
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return 0;
}

// One thread after the other.
int one_by_one(const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "worker");
    for (int i = 0; i < std::stoi(arguments.at(0)); ++i) {
        std::thread([&] { proxy.call(i); }).join();
    }
    return 0;
}

struct CallsAtThreadExit {
    Proxy* proxy = nullptr;
    CallsAtThreadExit() = default;
    CallsAtThreadExit(const CallsAtThreadExit&) = delete;
    CallsAtThreadExit& operator=(const CallsAtThreadExit&) = delete;
    ~CallsAtThreadExit() {
        if (proxy != nullptr) {
            proxy->call(1);
        }
    }
};

thread_local CallsAtThreadExit calls_at_thread_exit;

int thread_local_destructor(const Arguments&) {
    Function target;
    Proxy proxy(target, "leaving");
    std::thread([&] {
        calls_at_thread_exit.proxy = &proxy;
        proxy.call(0);
    }).join();
    return 0;
}

int finish_among_threads(const Arguments&) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    std::atomic<bool> stop = false;
    std::atomic<int> running = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; !stop; ++n) {
                outer.call(n);
                running += n == 5000 ? 1 : 0;
            }
        });
    }
    while (running < 3) {
        std::this_thread::yield();
    }
    proxima::finish();
    stop = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    return 0;
}

// A thread that is asked to end before it calls, and does so when it has.
int cancelled(const Arguments&) {
    Function target;
    Proxy proxy(target, "cancelled");
    pthread_t thread{};
    const auto call = [](void* argument) -> void* {
        pthread_cancel(pthread_self());
        for (int i = 0; i < 100'000; ++i) {
            static_cast<Proxy*>(argument)->call(i);
        }
        pthread_testcancel();
        return nullptr;
    };
    void* outcome = nullptr;
    pthread_create(&thread, nullptr, call, &proxy);
    pthread_join(thread, &outcome);
    return outcome == PTHREAD_CANCELED ? 0 : 1;
}

const Scenarios threads{{"cancelled", cancelled},
                        {"parallel", parallel},
                        {"one-by-one", one_by_one},
                        {"thread-local-destructor", thread_local_destructor},
                        {"finish-among-threads", finish_among_threads}};

} // namespace

} // namespace scenario
