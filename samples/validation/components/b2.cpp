#include "model_component.hpp"

namespace {

class B2 final : public validation::ModelComponentWithPart<validation::BPort> {
    double model(double x) const override { return 2.0 * x * x; }
};

} // namespace

PROXIMA_COMPONENT(B2, B2)
