// Two coroutines of Boost.Context that interleave their calls, below a call on the thread's stack.
#include "scenario/port.hpp"

#include <boost/context/fiber.hpp>
#include <utility>

namespace {

using boost::context::fiber;
using scenario::Function;
using scenario::Proxy;

constexpr int turns = 5;

fiber coroutine(Proxy& outer, fiber*& back) {
    return fiber([&outer, &back](fiber&& caller) {
        for (int n = 0; n < turns; ++n) {
            back = &caller;
            outer.call(n);
        }
        return std::move(caller);
    });
}

} // namespace

int main() {
    Function counted;
    Proxy inner(counted, "inner");
    fiber* back = nullptr; // of the coroutine that runs
    Function waits([&](int n) {
        fiber* const mine = back;
        *mine = std::move(*mine).resume();
        return inner.call(n);
    });
    Proxy outer(waits, "outer");
    Function alternates([&](int n) {
        fiber coroutines[] = {coroutine(outer, back), coroutine(outer, back)};
        for (int turn = 0; turn <= turns; ++turn) {
            for (fiber& one : coroutines) {
                one = std::move(one).resume();
                inner.call(turn);
            }
        }
        return n;
    });
    Proxy loop(alternates, "loop");
    return loop.call(0);
}
