// calls: supports_impl 2
// calls: rank_impl 1
// calls: apply_impl 2
// calls: take_impl 1
#include "protected_virtual.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using linear::Transpose;

namespace {

class Scaling : public linear::Operator {
protected:
    bool supports_impl(Transpose transpose) const override { return transpose == Transpose::no; }
    int rank_impl() const noexcept override { return 3; }
    void apply_impl(Transpose, const std::vector<double>& x,
                    std::vector<double>& y) const override {
        for (double value : x)
            y.push_back(2 * value);
    }
    double apply_impl(double x) const override { return 2 * x; }
    double take_impl(std::vector<double> x) && override {
        note("first element at", x.data() == first_element);
        return x.front();
    }

public:
    static const double* first_element;
};

const double* Scaling::first_element = nullptr;

void script(linear::Operator& port) {
    note(port.supports(Transpose::no), port.supports(Transpose::yes), port.rank());
    std::vector<double> y;
    port.apply(Transpose::no, {1, 2}, y);
    note(y.size(), y[0], y[1], port.apply(4.5));
    std::vector<double> moved{7, 8};
    Scaling::first_element = moved.data();
    note(std::move(port).take(std::move(moved)));
}

} // namespace

int main() {
    return construct::same_behaviour<linear::Operator, Scaling, proxima::Proxy<linear::Operator>>(
        script);
}
