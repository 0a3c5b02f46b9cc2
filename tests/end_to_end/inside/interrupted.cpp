// Does what signals may disturb, while its calls are sampled, and prints what came of it. Usage:
// interrupted waits|masked|stack|exec
#include "scenario/port.hpp"
#include "work.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr long units = 60'000'000; // takes longer than many periods

void measured(const std::function<int(int)>& body) {
    scenario::Function function(body);
    proxima::Proxy<scenario::ScenarioPort> component(function, "component");
    component.call(1);
}

// Prints how many waits a signal has ended, and whether errno was kept.
int wait_and_work(int) {
    int interrupted = 0;
    for (int i = 0; i < 100; ++i) {
        const timespec time{0, 1'000'000};
        interrupted += nanosleep(&time, nullptr) == 0 ? 0 : 1;
        interrupted += poll(nullptr, 0, 1) == 0 ? 0 : 1;
    }
    errno = ERANGE;
    work(units);
    std::printf("%d %d\n", interrupted, errno == ERANGE ? 1 : 0);
    return 0;
}

// Prints whether the mask of a thread stays full and nothing is pending there.
void run_masked() {
    std::thread([] {
        sigset_t all;
        sigset_t now;
        sigset_t pending;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        measured([](int) {
            work(units);
            return 0;
        });
        pthread_sigmask(SIG_SETMASK, nullptr, &now);
        sigpending(&pending);
        std::printf("%d %d\n", sigismember(&now, SIGURG), sigisemptyset(&pending));
    }).join();
}

// The smallest stack for handlers that the system takes.
void run_on_alternate_stack() {
    const auto size = static_cast<std::size_t>(sysconf(_SC_SIGSTKSZ));
    void* const memory = std::malloc(size);
    const stack_t stack{memory, 0, size};
    std::printf("%d\n", sigaltstack(&stack, nullptr));
    measured([](int) {
        work(units);
        return 0;
    });
}

void run_exec() {
    const pid_t child = fork();
    if (child == 0) {
        measured([](int) {
            work(units);
            execlp("sleep", "sleep", "0.1", nullptr);
            std::perror("sleep");
            _exit(EXIT_FAILURE);
            return 0;
        });
    }
    int status = -1;
    waitpid(child, &status, 0);
    std::printf("%d\n", status);
}

} // namespace

int main(int count, char** arguments) {
    const std::string what = count == 2 ? arguments[1] : "";
    if (what == "waits") {
        measured(wait_and_work);
    } else if (what == "masked") {
        run_masked();
    } else if (what == "stack") {
        run_on_alternate_stack();
    } else if (what == "exec") {
        run_exec();
    }
}
