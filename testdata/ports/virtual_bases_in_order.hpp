/// Virtual bases that the configuration initialises, of a port that has no default constructor
/// either.
#pragma once

namespace ordered {

class First {
public:
    explicit First(int first) : first(first) {}
    virtual ~First() = default;
    int first;
};

class Second {
public:
    explicit Second(int second) : second(second) {}
    virtual ~Second() = default;
    int second;
};

class Port : public virtual First, public virtual Second {
public:
    explicit Port(int own) : First(own), Second(own), own(own) {}
    virtual int sum() const = 0;
    int own;
};

} // namespace ordered
