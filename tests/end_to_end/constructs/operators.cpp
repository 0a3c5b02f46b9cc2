// calls: operator== 1
// calls: operator+= 1
// calls: operator= 1
// calls: operator() 2
// calls: operator[] 2
// calls: operator++ 2
// calls: operator- 2
// calls: operator<< 1
// calls: operator, 1
// calls: operator& 1
#include "operators.proxy.hpp"
#include "same_behaviour.hpp"

using algebra::Element;
using construct::note;

namespace {

class Scalar : public Element {
public:
    bool operator==(const Element& other) const override { return *other == value_; }
    bool operator<(int other) const override { return value_ < other; }
    Element& operator+=(double value) override {
        value_ += value;
        return *this;
    }
    Element& operator=(double value) override {
        value_ = value;
        return *this;
    }
    double operator()(double x, double y) const override { return value_ * x + y; }
    double operator()() override { return value_; }
    double& operator[](std::size_t index) override { return values_[index]; }
    Element& operator++() override {
        ++value_;
        return *this;
    }
    double operator++(int) override { return value_++; }
    double operator-() const override { return -value_; }
    double operator-(double other) const override { return value_ - other; }
    bool operator!() const override { return value_ == 0; }
    double operator*() const override { return value_; }
    const double* operator->() const override { return &value_; }
    Element& operator<<(int value) override {
        value_ += 100 * value;
        return *this;
    }
    double operator,(int value) override { return value_ + value; }
    const void* operator&() const override { return &value_; }

private:
    double value_ = 2;
    double values_[2] = {6, 7};
};

void script(Element& port) {
    port = 3.0;
    port += 0.5;
    note(*port, port(2, 1), port(), port < 4);
    port[1] = 8;
    note(port[1]);
    ++port;
    note(port++, -port, port - 1.5, !port);
    port << 2;
    note(*port.operator->(), (port, 1), &port != nullptr);
    const Scalar other;
    note(port == other);
}

} // namespace

int main() {
    return construct::same_behaviour<Element, Scalar, proxima::Proxy<Element>>(script);
}
