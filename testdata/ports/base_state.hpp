/// State in the base class that callers read through methods that are not virtual (as in Ceres'
/// CostFunction): the configuration says how to bring it from the target into the proxy.
#pragma once

#include <cstddef>
#include <vector>

namespace fit {

class CostFunction {
public:
    CostFunction() = default;
    CostFunction(const CostFunction&) = delete;
    void operator=(const CostFunction&) = delete;
    virtual ~CostFunction() = default;

    virtual bool evaluate(const double* const* parameters, double* residuals) const = 0;

    const std::vector<int>& parameter_block_sizes() const { return parameter_block_sizes_; }
    int num_residuals() const { return num_residuals_; }

protected:
    std::vector<int>* mutable_parameter_block_sizes() { return &parameter_block_sizes_; }
    void set_num_residuals(int num_residuals) { num_residuals_ = num_residuals; }

private:
    std::vector<int> parameter_block_sizes_;
    int num_residuals_ = 0;
};

} // namespace fit
