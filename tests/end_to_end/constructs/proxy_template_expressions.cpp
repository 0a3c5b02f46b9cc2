// calls: apply 2
// values: apply side "right" "left"
// values: apply area 9 4
// values: apply name "a" "b"
// values: apply order 2 1
// values: apply large true false
// values: apply first 5 6.5
#include "proxy_template_expressions.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

template <class Number>
class Sum : public stencil::Kernel<Number> {
public:
    Number apply(const stencil::Extent& extent, const std::vector<Number>& x,
                 typename stencil::Kernel<Number>::Order order) override {
        return x.front() + static_cast<Number>(extent.rows + order);
    }
};

template <class Number>
void script(stencil::Kernel<Number>& port, const stencil::Extent& extent, Number number,
            typename stencil::Kernel<Number>::Order order) {
    note(port.apply(extent, {number}, order));
}

void run(stencil::Kernel<int>& whole, stencil::Kernel<double>& real) {
    script(whole, {3, stencil::Side::right, "a"}, 5, stencil::Kernel<int>::second);
    script(real, {2, stencil::Side::left, "b"}, 6.5, stencil::Kernel<double>::first);
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Sum<int> whole;
            Sum<double> real;
            run(whole, real);
        },
        [] {
            Sum<int> whole;
            Sum<double> real;
            proxima::Proxy<stencil::Kernel<int>> whole_proxy{whole, "whole"};
            proxima::Proxy<stencil::Kernel<double>> real_proxy{real, "real"};
            run(whole_proxy, real_proxy);
        });
}
