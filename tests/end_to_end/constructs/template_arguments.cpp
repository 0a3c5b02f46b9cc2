// calls: flags 1
// calls: levels 1
// calls: limits 1
// calls: functions 1
// calls: addresses 1
// calls: defaults 1
#include "template_arguments.proxy.hpp"
#include "same_behaviour.hpp"

using namespace arguments;
using construct::note;

int Item::shared = 0;
int arguments::table[4] = {};

namespace {

class Target : public Port {
public:
    int flags(Flagged<static_cast<Flags>(3)> both, Flagged<none> neither) override {
        return 10 * both.id + neither.id;
    }
    int levels(Levelled<Level::low, true> low,
               const Levelled<static_cast<Level>(3), false>& odd) override {
        return 100 * low.id + odd.id;
    }
    bool limits(Limits<LLONG_MIN, ULLONG_MAX, -128, '\0', L'\n'> limits) override {
        return limits.holds;
    }
    double functions(Functions<half, &Item::value, &Item::get> functions) override {
        return functions.call(9);
    }
    bool addresses(Addresses<&Item::shared, table, nullptr> addresses) override {
        return addresses.holds();
    }
    std::size_t defaults(Defaults<> defaults, Defaults<nullptr, nullptr, 9>* other) override {
        return defaults.value + other->value;
    }
};

void script(Port& port) {
    Defaults<nullptr, nullptr, 9> other;
    note(port.flags({}, {}), port.levels({}, {}), port.limits({}), port.functions({}),
         port.addresses({}));
    note(port.defaults({}, &other));
}

} // namespace

int main() {
    return construct::same_behaviour<Port, Target, proxima::Proxy<Port>>(script);
}
