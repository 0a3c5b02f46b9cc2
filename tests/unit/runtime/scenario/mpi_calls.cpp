// Calls of MPI from within invocations, of which the numbers are known.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/detail/communication.hpp>

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace scenario {

namespace {

void call_mpi(int times) {
    for (int i = 0; i < times; ++i) {
        proxima::detail::add_communication(0);
    }
}

void end_as(const std::string& ending) {
    if (ending == "killed") {
        kill(getpid(), SIGKILL);
    } else if (ending == "exit") {
        std::exit(0); // NOLINT(concurrency-mt-unsafe): there is one thread
    }
}

// Five times outer calls MPI, inner, MPI and inner again, which calls MPI thrice. The sixth time
// the process ends after the first call of each, if it is told how.
int at_two_levels(const Arguments& arguments) {
    const std::string ending = arguments.empty() ? "" : arguments[0];
    call_mpi(7); // from outside of all
    static Function inner_target([](int n) {
        call_mpi(3);
        return n;
    });
    static Proxy inner(inner_target, "inner");
    static Function outer_target([=](int n) {
        call_mpi(1);
        inner.call(n);
        if (n == 5) {
            end_as(ending);
        }
        call_mpi(1);
        return inner.call(n);
    });
    static Proxy outer(outer_target, "outer");
    static Function silent_target;
    static Proxy silent(silent_target, "silent");
    const int times = ending.empty() ? 5 : 6;
    for (int i = 0; i < times; ++i) {
        outer.call(i);
        silent.call(i);
    }
    return 0;
}

// Five levels of one method: each calls MPI before and after the next.
int deep(const Arguments&) {
    Proxy* next = nullptr;
    Function target([&](int n) {
        call_mpi(1);
        if (n > 1) {
            next->call(n - 1);
        }
        call_mpi(1);
        return n;
    });
    Proxy proxy(target, "deep");
    next = &proxy;
    proxy.call(5);
    return 0;
}

// inner is jumped over after three calls, before outer makes one and calls it again.
int jumped(const Arguments&) {
    static std::jmp_buf back;
    static bool jumps = true;
    Function inner_target([](int n) {
        call_mpi(3);
        if (jumps) {
            jumps = false;
            std::longjmp(back, 1);
        }
        return n;
    });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) {
        if (setjmp(back) == 0) { // NOLINT: that it is used is the point
            inner.call(n);
        }
        call_mpi(1);
        return inner.call(n);
    });
    Proxy outer(outer_target, "outer");
    outer.call(0);
    return 0;
}

// Of the open invocation the child counts its own calls alone.
int forked(const Arguments&) {
    pid_t child = -1;
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function target([&](int n) {
        call_mpi(4);
        child = fork();
        inner.call(n); // measures in the child from here on
        call_mpi(child == 0 ? 2 : 1);
        return n;
    });
    Proxy proxy(target, "outer");
    proxy.call(0);
    if (child == 0) {
        std::exit(0); // NOLINT(concurrency-mt-unsafe): there is one thread
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status;
}

} // namespace

void add_mpi_calls(Scenarios& scenarios) {
    scenarios["mpi-calls"] = at_two_levels;
    scenarios["mpi-calls-deep"] = deep;
    scenarios["mpi-calls-jumped"] = jumped;
    scenarios["mpi-calls-forked"] = forked;
}

} // namespace scenario
