#include "model_component.hpp"

namespace {

// The cheapest A for large x, which lays data out by columns.
class A3 final : public validation::ModelComponentWithPart<validation::APort> {
    double model(double x) const override { return 1.8 * x; }
    validation::Duration compute_part(double x) override {
        d()->lay_out(true);
        return ModelComponentWithPart::compute_part(x);
    }
};

} // namespace

PROXIMA_COMPONENT(A3, A3)
