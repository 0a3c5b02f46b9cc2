// Does what signals may disturb, while its calls are sampled, and prints what came of it. Usage:
// interrupted waits|masked|stack|exec|closed LIBRARY|generated
#include "scenario/port.hpp"
#include "work.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <poll.h>
#include <string>
#include <sys/mman.h>
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

// Works in a library, closes it, and works on.
void run_closed(const char* path) {
    void* const opened = dlopen(path, RTLD_NOW);
    if (opened == nullptr) {
        std::puts(dlerror());
        return;
    }
    const auto work_there = reinterpret_cast<void (*)(int)>(dlsym(opened, "_Z7libraryi"));
    measured([=](int) {
        work_there(units / 100);
        return 0;
    });
    dlclose(opened);
    std::printf("%d\n", dlopen(path, RTLD_NOW | RTLD_NOLOAD) == nullptr ? 1 : 0);
    measured([](int) {
        work(units);
        return 0;
    });
}

// Runs a loop of machine code that no file holds, as compilers at run time make it.
void run_generated() {
    constexpr unsigned char loop[] = {0xb9, 0,    0, 0, 0x10, // mov $0x10000000, %ecx
                                      0xff, 0xc9,             // dec %ecx
                                      0x75, 0xfc,             // jnz to the decrement
                                      0xc3};                  // ret
    void* const memory = mmap(nullptr, sizeof loop, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memcpy(memory, loop, sizeof loop);
    const auto generated = reinterpret_cast<void (*)()>(memory);
    measured([=](int) {
        generated();
        return 0;
    });
    munmap(memory, sizeof loop);
    std::puts("done");
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
    const std::string what = count > 1 ? arguments[1] : "";
    if (what == "waits") {
        measured(wait_and_work);
    } else if (what == "masked") {
        run_masked();
    } else if (what == "stack") {
        run_on_alternate_stack();
    } else if (what == "exec") {
        run_exec();
    } else if (what == "closed" && count == 3) {
        run_closed(arguments[2]);
    } else if (what == "generated") {
        run_generated();
    }
}
