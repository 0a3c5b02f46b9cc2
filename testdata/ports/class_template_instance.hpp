/// A class template without instances: a proxy for the instances named by the user (as
/// Thyra::LinearOpBase<double>).
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace thyra {

template <class Scalar>
class VectorBase {
public:
    virtual ~VectorBase() = default;
    virtual Scalar get(int index) const = 0;
};

template <class Range, class Domain = Range>
class LinearOp {
public:
    using Vector = std::vector<Range>;
    enum class Form { explicit_form, implicit_form };

    virtual ~LinearOp() = default;
    void apply(const Domain& x, Vector& y, Form form = Form::explicit_form) const {
        apply_impl(x, y, form);
    }
    virtual std::shared_ptr<const VectorBase<Range>> range() const = 0;
    virtual typename Vector::size_type size() const { return 0; }

protected:
    virtual void apply_impl(const Domain& x, Vector& y, Form form) const = 0;
};

} // namespace thyra
