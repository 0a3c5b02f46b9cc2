// Calls that make page faults: at least one for each page that they are told to touch.
#include "../../page_faults.hpp"
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/control.hpp>

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace scenario {

namespace {

using proxima::test::touch;

// outer touches as many pages as it is told, and has inner touch twice as many, two times.
int nested(const Arguments& arguments) {
    Function inner_target(touch);
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) {
        inner.call(2 * n);
        inner.call(2 * n);
        return touch(n);
    });
    Proxy outer(outer_target, "outer");
    for (int i = 0; i < 3; ++i) {
        outer.call(std::stoi(arguments.at(0)));
    }
    if (arguments.size() > 1) {
        std::raise(SIGKILL);
    }
    return 0;
}

// One thread after the other, the second in the buffer of the first; then both at the same time.
int of_threads(const Arguments&) {
    Function target(touch);
    Proxy proxy(target, "threads");
    const auto run = [&](int pages) { return std::thread([&, pages] { proxy.call(pages); }); };
    run(100).join();
    run(200).join();
    std::thread other = run(300);
    run(400).join();
    other.join();
    return 0;
}

// What is jumped over counts in the invocation that goes on.
int jumped(const Arguments&) {
    static std::jmp_buf target;
    Function inner_target([](int n) -> int {
        touch(n);
        std::longjmp(target, 1);
    });
    static Proxy* inner_proxy = nullptr;
    Proxy inner(inner_target, "inner");
    inner_proxy = &inner;
    Function last_target(touch);
    static Proxy* last_proxy = nullptr;
    Proxy last(last_target, "last");
    last_proxy = &last;
    Function outer_target([](int n) {
        if (setjmp(target) == 0) { // NOLINT: that it is used is the point
            inner_proxy->call(n);
        }
        return last_proxy->call(10);
    });
    Proxy outer(outer_target, "outer");
    return outer.call(60) - 10;
}

int in_child(const Arguments&) {
    Function inner_target(touch);
    Proxy inner(inner_target, "inner");
    pid_t child = 0;
    Function outer_target([&](int n) {
        touch(n);
        child = fork();
        return child == 0 ? inner.call(30) + touch(20) : 0;
    });
    Proxy outer(outer_target, "outer");
    outer.call(5000);
    if (child == 0) {
        std::exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// What calls on many paths take in memory is the runtime's.
int many_paths(const Arguments&) {
    Function target;
    std::vector<std::unique_ptr<Proxy>> inner;
    for (int i = 0; i < 4000; ++i) {
        inner.push_back(std::make_unique<Proxy>(target, std::to_string(i)));
    }
    Function outer_target([&](int n) {
        for (const auto& proxy : inner) {
            proxy->call(0);
        }
        return n;
    });
    Proxy outer(outer_target, "outer");
    return outer.call(0);
}

// Its port is known before the run is configured.
int configured_late(const Arguments&) {
    Function target(touch);
    Proxy proxy(target, "late");
    proxima::configure("output=run,quiet=on,counters=PAGE_FAULTS");
    return proxy.call(25) - 25;
}

const Scenarios counters{{"pages", nested},
                         {"pages-of-threads", of_threads},
                         {"pages-and-jump", jumped},
                         {"pages-and-fork", in_child},
                         {"pages-of-paths", many_paths},
                         {"pages-configured-late", configured_late}};

} // namespace

} // namespace scenario
