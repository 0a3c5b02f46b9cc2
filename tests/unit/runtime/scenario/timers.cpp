// Invocations that end before those inside of them, as timers that are started and stopped by hand
// do.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/detail/call_path.hpp>
#include <proxima/invocation.hpp>
#include <proxima/record.hpp>

#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace scenario {

namespace {

proxima::Record<> timer_record{"timer", "void timer()", "timers.cpp:20"};
proxima::Method* const methods[] = {&timer_record};
proxima::PortRecord timer_port{"scenario::Timers", methods, 1};

class Timer {
public:
    Timer(const char* name, std::uintptr_t level)
        : instance_(timer_port, name), frame_(UINTPTR_MAX - 1 - level) {}

    void start() { node_ = proxima::detail::enter_node(instance_.site(0), frame_); }
    void stop() { proxima::detail::leave_early(node_, proxima::detail::counter()); }

private:
    proxima::Instance instance_;
    std::uintptr_t frame_; // not on any stack: it is left by nothing but stop()
    proxima::detail::Node* node_ = nullptr;
};

// The second thread takes over the lane of the first, which has left a timer running.
int timers_of_threads(const Arguments&) {
    Timer a("a", 0);
    Timer b("b", 1);
    std::thread([&] {
        a.start();
        b.start();
        a.stop();
    }).join();
    std::thread([&] {
        a.start();
        b.start();
        b.stop();
        a.stop();
    }).join();
    return 0;
}

int timers_in_fork(const Arguments& arguments) {
    const bool measures = arguments.at(0) == "measuring";
    Timer a("a", 0);
    Timer b("b", 1);
    Timer c("c", 2);
    a.start();
    b.start();
    a.stop();
    const pid_t child = fork();
    if (child == 0 && measures) {
        c.start();
        c.stop();
    }
    b.stop();
    if (child == 0) {
        c.start();
        c.stop();
        std::exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

// A call returns while timers are running that were started in it.
int timers_in_call(const Arguments&) {
    Timer b("b", 0);
    Timer c("c", 1);
    Function target([&](int n) {
        b.start();
        c.start();
        if (n == 0) {
            b.stop();
        } else {
            c.stop();
            b.stop();
        }
        return n;
    });
    Proxy proxy(target, "a");
    proxy.call(0);
    proxy.call(1);
    return 0;
}

} // namespace

void add_timers(Scenarios& scenarios) {
    scenarios["timers-of-threads"] = timers_of_threads;
    scenarios["timers-in-fork"] = timers_in_fork;
    scenarios["timers-in-call"] = timers_in_call;
}

} // namespace scenario
