// The component AMRMesh: provides `mesh` and `parameters`, uses `interpolation`, `boundary`,
// `estimator` and `initial`.
#pragma once

#include "hierarchy.hpp"
#include "message_passing/mpi_session.hpp"
#include "settings.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <memory>

namespace hydro {

class AMRMesh final : public proxima::framework::Component, public MeshPort {
public:
    void set_services(proxima::framework::Services& services) override;
    void release_services() noexcept override;

    void initialize() override;
    int rank() const override { return session().rank(); }
    int ranks() const override { return session().ranks(); }
    int levels() const override { return hierarchy().grid().levels; }
    int patches() const override { return hierarchy().patches().count(); }
    const Patch& patch(int number) const override { return hierarchy().patches().patch(number); }
    double* array(Field field, int number) override {
        return hierarchy().patches().array(field, number);
    }
    SideFluxes side_fluxes(int number) override {
        return hierarchy().patches().side_fluxes(number);
    }
    void update_ghosts(int level, Field field) override;
    std::int64_t ghost_bytes(int level) const override {
        return static_cast<std::int64_t>(hierarchy().ghost_bytes(level));
    }
    void clear_side_fluxes() override { hierarchy().patches().clear_side_fluxes(); }
    void reflux() override { hierarchy().reflux(); }
    MeshChange regrid() override { return adapt(true); }
    MeshChange balance() override { return hierarchy().balance(load()); }
    double minimum(double value) const override;
    double maximum(double value) const override;
    void sum_over_blocks(double* values, int count) const override;
    int block() const override { return hierarchy().grid().block; }
    std::int64_t cells() const override;
    double width() const override { return hierarchy().grid().width; }
    double height() const override { return hierarchy().grid().height; }
    void sample_density(int nx, int ny, float* pixels) const override;

private:
    // Starts MPI at the first use.
    const amr::MpiSession& session() const;

    // Throws framework::Error before initialize().
    amr::Hierarchy& hierarchy() const;

    MeshChange adapt(bool may_coarsen);
    amr::Load load() const;
    void fill();

    proxima::framework::Services* services_ = nullptr;
    amr::Settings settings_;
    mutable std::unique_ptr<amr::MpiSession> session_;
    std::unique_ptr<amr::Hierarchy> hierarchy_;
};

} // namespace hydro
