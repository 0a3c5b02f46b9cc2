// calls: serve 1
// calls: next 1
// calls: last 1
// calls: is_odd 2
#include "private_type_deduced.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using sealed::Counter;

namespace {

// A target outside the library names the private types just as a proxy can: by deduction.
using AnyTicket = decltype(Counter::ticket(0));
using AnyKind = decltype(Counter::kind(0));

class Desk : public Counter {
public:
    int serve(const AnyTicket& ticket) override { return served_ = number(ticket); }
    AnyTicket next(int step) const override { return ticket(served_ + step); }
    AnyTicket last() const override { return ticket(served_); }
    bool is_odd(AnyKind kind, int weight) override { return kind == Counter::kind(weight); }

private:
    int served_ = 0;
};

void script(Counter& port) {
    note(port.serve(Counter::ticket(4)), Counter::number(port.next(2)),
         Counter::number(port.last()));
    note(port.is_odd(Counter::kind(3), 1), port.is_odd(Counter::kind(2), 1));
}

} // namespace

int main() {
    return construct::same_behaviour<Counter, Desk, proxima::Proxy<Counter>>(script);
}
