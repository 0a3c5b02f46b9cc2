/// A private type in the signatures: a proxy can not name it, it can let the compiler deduce it
/// from the method.
#pragma once

namespace sealed {

class Counter {
    struct Ticket {
        int number;
    };
    enum Kind { odd, even };

public:
    virtual ~Counter() = default;
    static Ticket ticket(int number) { return Ticket{number}; }
    static int number(const Ticket& ticket) { return ticket.number; }
    virtual int serve(const Ticket& ticket) = 0;
    virtual Ticket next(int step) const = 0;
    virtual Ticket last() const = 0;
    virtual bool is_odd(Kind kind, int weight) = 0;
    static Kind kind(int number) { return number % 2 != 0 ? odd : even; }
};

} // namespace sealed
