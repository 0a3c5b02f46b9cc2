// A method of SystemC, which runs on the kernel's stack, and threads, which have stacks of their
// own.
#include "scenario/port.hpp"

#include <systemc>

namespace {

using scenario::Function;
using scenario::Proxy;

constexpr int turns = 5;

// Its calls last while other processes run.
SC_MODULE(Device) {
    SC_CTOR(Device) {
        SC_METHOD(tick);
        SC_THREAD(first);
        SC_THREAD(second);
    }

    void tick() {
        inner.call(++ticks);
        if (ticks < turns) {
            next_trigger(1, sc_core::SC_NS);
        }
    }
    void first() {
        work();
    }
    void second() {
        work();
    }
    void work() {
        for (int n = 0; n < turns; ++n) {
            outer.call(n);
        }
    }

    int ticks = 0;
    Function counted;
    Proxy inner{counted, "inner"};
    Function waits{[this](int n) {
        sc_core::wait(1, sc_core::SC_NS);
        return inner.call(n);
    }};
    Proxy outer{waits, "outer"};
};

} // namespace

int sc_main(int /*count*/, char** /*arguments*/) {
    Device device("device");
    Function simulates([](int n) {
        sc_core::sc_start();
        return n;
    });
    Proxy loop(simulates, "loop");
    return loop.call(0);
}
