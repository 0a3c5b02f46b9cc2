#include "model_component.hpp"

namespace {

class A2 final : public validation::ModelComponentWithPart<validation::APort> {
    double model(double x) const override { return x * x; }
};

} // namespace

PROXIMA_COMPONENT(A2, A2)
