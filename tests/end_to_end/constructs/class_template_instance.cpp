// calls: apply_impl 2
// calls: range 1
// calls: size 2
// calls: get 1
#include "class_template_instance.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

template <class Range, class Domain>
class Copy : public thyra::LinearOp<Range, Domain> {
    using typename thyra::LinearOp<Range, Domain>::Vector;
    using typename thyra::LinearOp<Range, Domain>::Form;

public:
    std::shared_ptr<const thyra::VectorBase<Range>> range() const override { return nullptr; }
    typename Vector::size_type size() const override { return 4; }

protected:
    void apply_impl(const Domain& x, Vector& y, Form form) const override {
        y.assign(form == Form::explicit_form ? 1 : 2, static_cast<Range>(x));
    }
};

class Words : public thyra::VectorBase<std::string> {
public:
    std::string get(int index) const override { return std::to_string(index); }
};

using Double = thyra::LinearOp<double>;
using Mixed = thyra::LinearOp<float, int>;
using Text = thyra::VectorBase<std::string>;

void script(Double& first, Mixed& second, Text& third) {
    Double::Vector y;
    first.apply(1.5, y);
    note(y.size(), y[0], first.range() == nullptr, first.size());
    Mixed::Vector z;
    second.apply(3, z, Mixed::Form::implicit_form);
    note(z.size(), z[1], second.size(), third.get(5));
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Copy<double, double> first;
            Copy<float, int> second;
            Words third;
            script(first, second, third);
        },
        [] {
            Copy<double, double> first;
            Copy<float, int> second;
            Words third;
            proxima::Proxy<Double> first_proxy{first, "first"};
            proxima::Proxy<Mixed> second_proxy{second, "second"};
            proxima::Proxy<Text> third_proxy{third, "third"};
            script(first_proxy, second_proxy, third_proxy);
        });
}
