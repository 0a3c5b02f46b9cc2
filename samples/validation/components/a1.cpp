#include "model_component.hpp"

namespace {

class A1 final : public validation::ModelComponentWithPart<validation::APort> {
    double model(double x) const override { return 2.0 * x; }
};

} // namespace

PROXIMA_COMPONENT(A1, A1)
