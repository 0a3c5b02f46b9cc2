/// Using-declarations: overloads brought back from a base, access changed, constructors inherited.
#pragma once

#include <string>

namespace solver {

class Base {
public:
    explicit Base(int size = 1) : size_(size) {}
    virtual ~Base() = default;
    virtual int solve(int right_hand_side) = 0;
    virtual std::string solve(const std::string& file) = 0;
    int size() const { return size_; }

protected:
    virtual int reset(int level) = 0;

private:
    int size_;
};

class Mixin {
public:
    virtual ~Mixin() = default;
    virtual int level() const { return 1; }
};

class Port : public Base, protected Mixin {
public:
    using Base::Base;
    using Base::reset;
    using Base::solve;
    using Mixin::level;
    virtual double solve(double right_hand_side) = 0;
};

} // namespace solver
