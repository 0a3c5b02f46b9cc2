/// The non-virtual interface: public methods that are not virtual call protected ones that are (as
/// in Trilinos Thyra).
#pragma once

#include <utility>
#include <vector>

namespace linear {

enum class Transpose { no, yes };

class OperatorBase {
public:
    virtual ~OperatorBase() = default;
    bool supports(Transpose transpose) const { return supports_impl(transpose); }

protected:
    virtual bool supports_impl(Transpose transpose) const = 0;
    virtual int rank_impl() const noexcept { return 0; }
};

class Operator : public OperatorBase {
public:
    void apply(Transpose transpose, const std::vector<double>& x, std::vector<double>& y) const {
        apply_impl(transpose, x, y);
    }
    double apply(double x) const { return apply_impl(x); }
    double take(std::vector<double> x) && { return std::move(*this).take_impl(std::move(x)); }
    int rank() const { return rank_impl(); }

protected:
    virtual void apply_impl(Transpose transpose, const std::vector<double>& x,
                            std::vector<double>& y) const = 0;
    virtual double apply_impl(double x) const = 0;
    virtual double take_impl(std::vector<double> x) && = 0;
};

} // namespace linear
