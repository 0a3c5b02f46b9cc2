#include "model_component.hpp"

namespace {

class D final : public validation::ModelComponent<validation::DPort> {
    double model(double) const override { return 0.02; }
};

} // namespace

PROXIMA_COMPONENT(D, D)
