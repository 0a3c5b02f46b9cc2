/// A port for configurations that are refused.
#pragma once

namespace flux {
struct Extent {
    int rows = 1;
};
class Part {
public:
    virtual ~Part() = default;
    virtual int open() = 0;
};
class Port {
public:
    explicit Port(int size) : size_(size) {}
    virtual ~Port() = default;
    virtual double compute(int n, const Extent& extent) = 0;
    virtual int child() = 0;
    int size() const { return size_; }

private:
    int size_;
};
} // namespace flux
