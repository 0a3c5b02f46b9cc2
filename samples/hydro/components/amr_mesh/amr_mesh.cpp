#include "amr_mesh.hpp"

#include "message_passing/ordered_sum.hpp"
#include "output/output.hpp"
#include "weights.hpp"

#include <proxima/framework/error.hpp>

#include <algorithm>

PROXIMA_COMPONENT(AMRMesh, hydro::AMRMesh)

namespace hydro {

using proxima::framework::Error;
using proxima::framework::ErrorKind;

void AMRMesh::set_services(proxima::framework::Services& services) {
    services_ = &services;
    services.provide<MeshPort>("mesh", *this);
    services.provide<proxima::framework::ParameterPort>("parameters", settings_.port());
    services.use<InterpolationPort>("interpolation");
    services.use<BoundaryConditionsPort>("boundary");
    services.use<ErrorEstimatorPort>("estimator");
    services.use<InitialConditionPort>("initial");
    services.use_optional<proxima::framework::CostPort>("costs");
}

void AMRMesh::release_services() noexcept {
    hierarchy_.reset();
    session_.reset();
    services_ = nullptr;
}

const amr::MpiSession& AMRMesh::session() const {
    if (session_ == nullptr) {
        session_ = std::make_unique<amr::MpiSession>();
    }
    return *session_;
}

amr::Hierarchy& AMRMesh::hierarchy() const {
    if (hierarchy_ == nullptr) {
        throw Error(ErrorKind::nonstandard,
                    "AMRMesh: there is no mesh before initialize() has made it");
    }
    return *hierarchy_;
}

void AMRMesh::initialize() {
    amr::Grid grid = settings_.grid(services_->instance_name());
    services_->get<InitialConditionPort>("initial")->check(grid.width, grid.height);
    {
        const auto boundary = services_->get<BoundaryConditionsPort>("boundary");
        grid.periodic_x = boundary->is_periodic(Sweep::x);
        grid.periodic_y = boundary->is_periodic(Sweep::y);
    }
    hierarchy_ =
        std::make_unique<amr::Hierarchy>(session().communicator(), grid, settings_.coarsest());
    fill();
    for (int level = 1; level < grid.levels; ++level) {
        const MeshChange change = adapt(false);
        if (change.refined == 0) {
            break;
        }
        hierarchy().balance({});
        fill();
    }
}

amr::Load AMRMesh::load() const {
    if (settings_.weights() == "hand") {
        return amr::weights_by_hand(hierarchy(), settings_.shock_weight());
    }
    if (settings_.weights() == "fitted") {
        const auto costs = services_->get<proxima::framework::CostPort>("costs");
        return amr::fitted_weights(hierarchy(), *costs, settings_.costs_of());
    }
    return {};
}

void AMRMesh::fill() {
    hierarchy().fill(*services_->get<InitialConditionPort>("initial"));
}

void AMRMesh::update_ghosts(int level, Field field) {
    const auto interpolation = services_->get<InterpolationPort>("interpolation");
    const auto boundary = services_->get<BoundaryConditionsPort>("boundary");
    hierarchy().update_ghosts(level, field, *interpolation, *boundary);
}

MeshChange AMRMesh::adapt(bool may_coarsen) {
    const auto estimator = services_->get<ErrorEstimatorPort>("estimator");
    const auto interpolation = services_->get<InterpolationPort>("interpolation");
    const auto boundary = services_->get<BoundaryConditionsPort>("boundary");
    return hierarchy().regrid(*estimator, *interpolation, *boundary, settings_.buffer(),
                              may_coarsen);
}

double AMRMesh::minimum(double value) const {
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MIN, session().communicator());
    return value;
}

double AMRMesh::maximum(double value) const {
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, session().communicator());
    return value;
}

void AMRMesh::sum_over_blocks(double* values, int count) const {
    const std::size_t blocks = hierarchy().forest().blocks().size();
    std::vector<double> along_curve;
    along_curve.reserve(blocks * static_cast<std::size_t>(count));
    for (std::size_t b = 0; b < blocks; ++b) {
        const double* of_block = values + static_cast<std::ptrdiff_t>(count) *
                                              hierarchy().patches().in_rows(static_cast<int>(b));
        along_curve.insert(along_curve.end(), of_block, of_block + count);
    }
    const std::vector<double> sums = amr::ordered_sum(session().communicator(), along_curve, count);
    std::copy(sums.begin(), sums.end(), values);
}

std::int64_t AMRMesh::cells() const {
    return hierarchy().forest().blocks_of_all_ranks() * block() * block();
}

void AMRMesh::sample_density(int nx, int ny, float* pixels) const {
    amr::sample_density(hierarchy().forest(), hierarchy().patches(), nx, ny, pixels);
}

} // namespace hydro
