// calls: evaluate 1
#include "base_state.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Line : public fit::CostFunction {
public:
    Line() {
        set_num_residuals(2);
        mutable_parameter_block_sizes()->assign({1, 3});
    }
    bool evaluate(const double* const* parameters, double* residuals) const override {
        residuals[0] = parameters[0][0];
        residuals[1] = parameters[1][2];
        return true;
    }
};

void script(fit::CostFunction& port) {
    note(port.num_residuals(), port.parameter_block_sizes().size());
    for (int size : port.parameter_block_sizes())
        note(size);
    const double first[] = {1.5};
    const double second[] = {2, 3, 4.5};
    const double* const parameters[] = {first, second};
    double residuals[2] = {};
    note(port.evaluate(parameters, residuals), residuals[0], residuals[1]);
}

} // namespace

int main() {
    return construct::same_behaviour<fit::CostFunction, Line, proxima::Proxy<fit::CostFunction>>(
        script);
}
