// calls: apply 2
// calls: norm 2
// calls: has_transpose 2
// calls: rows 2
#include "proxy_template.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

template <class Scalar>
using Operator = belos::OperatorT<Scalar, std::vector<Scalar>>;

static_assert(noexcept(std::declval<const proxima::Proxy<Operator<float>>&>().norm(1)), "");

template <class Scalar>
class Identity : public Operator<Scalar> {
public:
    using typename Operator<Scalar>::Transpose;
    void apply(const std::vector<Scalar>& x, std::vector<Scalar>& y,
               Transpose trans) const override {
        y = x;
        y.push_back(static_cast<Scalar>(trans));
    }
    Scalar norm(Scalar scale) const noexcept override { return scale; }
    bool has_transpose() const override { return true; }

protected:
    typename std::vector<Scalar>::size_type rows(int level) const override {
        return static_cast<std::size_t>(level) + 2;
    }
};

template <class Scalar>
void script(Operator<Scalar>& port) {
    std::vector<Scalar> y;
    port.apply({1, 2}, y, Operator<Scalar>::transpose);
    note(y.size(), y[0], y[2], port.norm(3), port.has_transpose(), port.count());
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Identity<double> real;
            Identity<int> whole;
            script<double>(real);
            script<int>(whole);
        },
        [] {
            Identity<double> real;
            Identity<int> whole;
            proxima::Proxy<Operator<double>> real_proxy{real, "real"};
            proxima::Proxy<Operator<int>> whole_proxy{whole, "whole"};
            script<double>(real_proxy);
            script<int>(whole_proxy);
        });
}
