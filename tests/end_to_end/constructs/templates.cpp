#include "parameter_packs/parameter_packs.proxy.hpp"
#include "proxy_template/proxy_template.proxy.hpp"
#include "proxy_template_expressions/proxy_template_expressions.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

namespace {

using construct::note;

namespace proxy_template {

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

void run(Operator<double>& real, Operator<int>& whole) {
    script(real);
    script(whole);
}

TEST(Templates, ProxyTemplate) {
    construct::expect_same<Identity<double>, Identity<int>>(
        run, {{"apply", 2}, {"norm", 2}, {"has_transpose", 2}, {"rows", 2}});
}

} // namespace proxy_template

namespace proxy_template_expressions {

template <class Number>
class Sum : public sweeps::Kernel<Number> {
public:
    Number apply(const sweeps::Extent& extent, const std::vector<Number>& x,
                 typename sweeps::Kernel<Number>::Order order) override {
        return x.front() + static_cast<Number>(extent.rows + order);
    }
};

template <class Number>
void script(sweeps::Kernel<Number>& port, const sweeps::Extent& extent, Number number,
            typename sweeps::Kernel<Number>::Order order) {
    note(port.apply(extent, {number}, order));
}

void run(sweeps::Kernel<int>& whole, sweeps::Kernel<double>& real) {
    script(whole, {3, sweeps::Side::right, "a"}, 5, sweeps::Kernel<int>::second);
    script(real, {2, sweeps::Side::left, "b"}, 6.5, sweeps::Kernel<double>::first);
}

TEST(Templates, ProxyTemplateExpressions) {
    construct::expect_same<Sum<int>, Sum<double>>(run, {{"apply", 2}});
}

} // namespace proxy_template_expressions

namespace parameter_packs {

class Sum : public packs::Sink<int, double> {
public:
    std::size_t add(int first, const std::vector<int>& whole,
                    const std::vector<double>& parts) override {
        return static_cast<std::size_t>(first) + 10 * whole.size() + 100 * parts.size();
    }
    int last(int whole, double part, int digit, int last_digit) override {
        return 1000 * whole + static_cast<int>(100 * part) + 10 * digit + last_digit;
    }
};

template <int width>
class Frame : public packs::Window<width> {
public:
    int narrow(const packs::Window<width - 1>* next, int step) override {
        return next == nullptr ? width - step : -1;
    }
};

void script(packs::Sink<int, double>& port, packs::Window<3>& three, packs::Window<4>& four) {
    note(port.add(1, {1, 2}, {3.5}), port.last(1, 2, 3, 4));
    note(three.narrow(nullptr, 1), four.narrow(nullptr, 1));
}

TEST(Templates, ParameterPacks) {
    construct::expect_same<Sum, Frame<3>, Frame<4>>(script,
                                                    {{"add", 1}, {"last", 1}, {"narrow", 2}});
}

} // namespace parameter_packs

} // namespace
