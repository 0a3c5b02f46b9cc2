// Ports that a proxy, a second object, would break.
#pragma once

#include "ports/diamond.hpp"

#include <cstdarg>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ports {

struct Proxied {};
struct Measured {};

// State in the base class, behind methods that are not virtual; private and protected hooks (as in
// Poco::Task).
template <class How>
class Task {
public:
    virtual ~Task() = default;
    int start() {
        state_ = 1;
        execute(4);
        return state_ + weight();
    }
    double progress() const { return progress_; }

protected:
    void set_progress(double progress) { progress_ = progress; }
    virtual void execute(int steps) = 0;

private:
    virtual int weight() const { return 100; }

    double progress_ = 0;
    int state_ = 0;
};

// A result type narrowed with an adjustment, which gives the method its own slot.
class Named {
public:
    virtual ~Named() = default;
    virtual std::string name() const { return "named"; }
};

class Node {
public:
    virtual ~Node() = default;
    virtual Node* next() { return this; }
};

class Leaf : public Named, public Node {
public:
    Leaf* next() override { return this; }
};

// Ways to declare, pass and return.
struct Big {
    double values[8];
};

class Solver {
public:
    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    virtual ~Solver() = default;
    virtual int solve(int n) = 0;
    virtual int solve(int n) const = 0;
    virtual double solve(double x, int times = 3) = 0;
    virtual Big big(Big value) const noexcept = 0;
    virtual std::string take(std::string text) && = 0;
    virtual std::unique_ptr<int> keep(std::unique_ptr<int> value) = 0;
    virtual std::vector<int>& values() = 0;
    virtual void fail(const std::string& text) = 0;
    virtual int operator()(int n) = 0;
    virtual int left_alone() { return 7; }
    virtual int last_of(int count, ...) {
        va_list list;
        va_start(list, count);
        int last = 0;
        for (int i = 0; i < count; ++i) {
            last = va_arg(list, int);
        }
        va_end(list);
        return last;
    }
    int tolerance = 3;
};

// A class from which nothing can derive.
class Locked final {
public:
    virtual ~Locked() = default;
    virtual int turn(int times) { return turned_ += times; }

private:
    int turned_ = 0;
};

template <class Number>
class Operator {
public:
    virtual ~Operator() = default;
    virtual Number apply(Number x, int power = 1) const = 0;

protected:
    virtual Number scale() const { return Number(1); }
};

// A short method, called by several threads.
class Counter {
public:
    virtual ~Counter() = default;
    virtual long add(long n) = 0;
};

} // namespace ports
