// Workloads of which is known from outside what they take when they are not measured.
#include "port.hpp"
#include "scenario.hpp"

#include <chrono>
#include <fstream>

namespace scenario {

namespace {

using Clock = std::chrono::steady_clock;

// Returns what it has taken, in microseconds: preemption makes it longer.
double spin(std::chrono::microseconds time) {
    const auto begin = Clock::now();
    auto now = begin;
    while (now < begin + time) {
        now = Clock::now();
    }
    return std::chrono::duration<double, std::micro>(now - begin).count();
}

// Three nested calls, each of which spins, as the evaluation of their parameter does. Leaves behind
// for how long each has.
int spins(const Arguments& arguments) {
    using std::chrono::microseconds;
    const int calls = std::stoi(arguments.at(0));
    double in_leaf = 0;
    double in_middle = 0;
    double in_parameters = 0;
    Function leaf_target([&](int n) {
        in_leaf += spin(microseconds(200));
        return n;
    });
    Proxy leaf(leaf_target, "leaf");
    Function middle_target([&](int n) {
        in_middle += spin(microseconds(100));
        return leaf.call(n) + leaf.call(n);
    });
    Proxy middle(middle_target, "middle");
    Function top_target([&](int n) {
        for (int i = 0; i < n; ++i) {
            middle.call(i);
        }
        return n;
    });
    Proxy top(top_target, "top");
    Function called_by_parameters;
    Proxy unseen(called_by_parameters, "unseen");
    before_reading = [&] {
        in_parameters += spin(microseconds(100));
        unseen.nothing();
    };
    top.call(calls);
    before_reading = {};
    std::ofstream("spun") << in_leaf << ' ' << in_middle << ' ' << in_parameters;
    return 0;
}

const Scenarios account{{"spins", spins}};

} // namespace

} // namespace scenario
