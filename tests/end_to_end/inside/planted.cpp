// Calls a component whose functions do known amounts of equal work: in a call with n, linear() does
// 700 n, inlined() 200 n (within its caller), and library() 100 n units; with `square`, quadratic()
// does n * n / 10 more; with `wait`, waiting() sleeps for n microseconds; with `lines`, two_lines()
// does all work.
// Usage: planted [square] [wait] [lines] [thread] [fork] [kill] [filter] [urgent]
//   filter  forbids perf_event_open, as containers do
//   urgent  handles SIGURG itself
#include "scenario/port.hpp"
#include "work.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

[[gnu::noinline]] void linear(int n) {
    work(700L * n);
}

[[gnu::always_inline]] inline void inlined(int n) {
    work(200L * n);
}

[[gnu::noinline]] void quadratic(int n) {
    work(long{n} * n / 10);
}

[[gnu::noinline]] void waiting(int n) {
    std::this_thread::sleep_for(std::chrono::microseconds(n));
    asm volatile("");
}

bool has_square = false;
bool has_wait = false;
bool has_lines = false;

// The first loop in this function grows with n, the second with its square.
[[gnu::noinline]] void two_lines(int n) {
    unsigned long value = 1;
    for (long i = 0; i < 700L * n; ++i) { // grows with n
        asm volatile("imul %1, %0" : "+r"(value) : "r"(6364136223846793005UL));
    }
    for (long i = 0; i < long{n} * n / 10; ++i) { // grows with n^2
        asm volatile("imul %1, %0" : "+r"(value) : "r"(6364136223846793005UL));
    }
}

[[gnu::noinline]] int compute(int n) {
    if (has_lines) {
        two_lines(n);
        return n;
    }
    linear(n);
    inlined(n);
    library(n);
    if (has_square) {
        quadratic(n);
    }
    if (has_wait) {
        waiting(n);
    }
    return n;
}

void compute_all() {
    scenario::Function computing(compute);
    proxima::Proxy<scenario::ScenarioPort> component(computing, "component");
    long sum = 0;
    for (int round = 0; round < 12; ++round) {
        for (const int n : {1000, 2000, 4000, 8000, 16000}) {
            sum += component.call(n);
        }
    }
    std::printf("%ld\n", sum);
    std::fflush(stdout);
}

void forbid_perf_events() {
    sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter{std::size(rules), rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
        std::perror("seccomp");
    }
}

} // namespace

int main(int count, char** arguments) {
    const auto has = [&](const char* word) {
        for (int i = 1; i < count; ++i) {
            if (std::strcmp(arguments[i], word) == 0) {
                return true;
            }
        }
        return false;
    };
    has_square = has("square");
    has_wait = has("wait");
    has_lines = has("lines");
    if (has("filter")) {
        forbid_perf_events();
    }
    if (has("urgent")) {
        std::signal(SIGURG, [](int) {});
    }
    if (has("fork") && fork() == 0) {
        compute_all();
        return 0;
    }
    if (has("thread")) {
        std::thread(compute_all).join();
    } else {
        compute_all();
    }
    if (has("fork")) {
        wait(nullptr);
    }
    if (has("kill")) {
        raise(SIGKILL);
    }
    return 0;
}
