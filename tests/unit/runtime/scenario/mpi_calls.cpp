// Calls of MPI from within invocations, of which the numbers are known.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/detail/communication.hpp>

#include <csignal>
#include <cstdlib>
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

const Scenarios mpi_calls{{"mpi-calls", at_two_levels}};

} // namespace

} // namespace scenario
