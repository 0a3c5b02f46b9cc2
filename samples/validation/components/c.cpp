#include "model_component.hpp"

namespace {

class C final : public validation::ModelComponent<validation::CPort> {
    double model(double) const override { return 0.02; }
};

} // namespace

PROXIMA_COMPONENT(C, C)
