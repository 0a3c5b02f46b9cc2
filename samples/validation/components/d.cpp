#include "model_component.hpp"

namespace {

class D final : public validation::ModelComponent<validation::DPort> {
    double model(double) const override { return 0.02; }
    void lay_out(bool by_columns) override { is_by_columns_ = by_columns; }
    bool is_by_columns() override { return is_by_columns_; }

    bool is_by_columns_ = false;
};

} // namespace

PROXIMA_COMPONENT(D, D)
