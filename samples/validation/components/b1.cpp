#include "model_component.hpp"

namespace {

class B1 final : public validation::ModelComponentWithPart<validation::BPort> {
    double model(double x) const override { return x * x * x; }
};

} // namespace

PROXIMA_COMPONENT(B1, B1)
