// Several processes, and code that comes and goes.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/detail/ranks.hpp>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace scenario {

namespace {

int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void call_some(Proxy& proxy, int count) {
    for (int i = 0; i < count; ++i) {
        proxy.call(i);
    }
}

int fork_and_measure(const Arguments&) {
    Function target;
    Proxy proxy(target, "both");
    call_some(proxy, 3000);
    const pid_t child = fork();
    if (child == 0) {
        call_some(proxy, 10);
        std::thread([&] { call_some(proxy, 100); }).join();
        std::exit(0);
    }
    call_some(proxy, 1000);
    return wait_for(child);
}

int fork_inside(const Arguments&) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    pid_t child = -1;
    Function outer_target([&](int n) {
        call_some(inner, 4);
        child = fork();
        call_some(inner, child == 0 ? 2 : 1);
        return n;
    });
    Proxy outer(outer_target, "outer");
    outer.call(0);
    if (child == 0) {
        call_some(inner, 1);
        std::exit(0);
    }
    return wait_for(child);
}

// Other threads measure while the process forks: the child must not inherit their locks.
int fork_among_threads(const Arguments&) {
    Function target;
    Proxy proxy(target, "busy");
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] { call_some(proxy, 200'000); });
    }
    int failures = 0;
    for (int i = 0; i < 20; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            call_some(proxy, 1);
            std::exit(0);
        }
        failures += wait_for(child);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return failures;
}

int execute(const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "before");
    call_some(proxy, 5);
    execl("/proc/self/exe", "scenario", "loop", arguments.at(0).c_str(),
          static_cast<char*>(nullptr));
    return 1;
}

int plug_in(const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "host");
    for (int load = 0; load < 3; ++load) {
        void* const library = dlopen(arguments.at(0).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            std::fputs(dlerror(), stderr);
            return 1;
        }
        using Call = int (*)(int);
        const auto call = reinterpret_cast<Call>(dlsym(library, "plugin_call"));
        for (int i = 0; i < 100; ++i) {
            if (call(i) != i) {
                return 1;
            }
        }
        proxy.call(load);
        dlclose(library);
        if (dlopen(arguments.at(0).c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr) {
            return 3; // it is still there: this tests nothing
        }
        proxy.call(load);
    }
    return 0;
}

const Scenarios processes{{"fork-and-measure", fork_and_measure},
                          {"fork-inside", fork_inside},
                          {"fork-among-threads", fork_among_threads},
                          {"execute", execute},
                          {"plug-in", plug_in}};

} // namespace

} // namespace scenario
