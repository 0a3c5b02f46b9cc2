#include "uniform_mesh.hpp"

#include <algorithm>

namespace hydro::test {

void UniformMesh::set_services(proxima::framework::Services& services) {
    services_ = &services;
    services.provide<MeshPort>("mesh", *this);
    services.provide<proxima::framework::ParameterPort>("parameters", parameters_);
    services.use<BoundaryConditionsPort>("boundary_conditions");
    services.use<InitialConditionPort>("initial_condition");
}

void UniformMesh::initialize() {
    const auto initial = services_->get<InitialConditionPort>("initial_condition");
    const auto boundary = services_->get<BoundaryConditionsPort>("boundary_conditions");
    periodic_x_ = boundary->is_periodic(Sweep::x);
    periodic_y_ = boundary->is_periodic(Sweep::y);
    members_.clear();
    const int across = static_cast<int>(patches_x_);
    const int up = static_cast<int>(patches_y_);
    for (int number = 0; number < across * up; ++number) {
        Member member;
        Patch& patch = member.patch;
        patch.extent = {static_cast<int>(nx_) / across, static_cast<int>(ny_) / up};
        patch.first_x = number % across * patch.extent.nx;
        patch.first_y = number / across * patch.extent.ny;
        patch.dx = width_ / static_cast<double>(nx_);
        patch.dy = height_ / static_cast<double>(ny_);
        patch.at_boundary = {
            !periodic_x_ && number % across == 0, !periodic_x_ && number % across == across - 1,
            !periodic_y_ && number / across == 0, !periodic_y_ && number / across == up - 1};
        for (auto& array : member.arrays) {
            array.assign(variables * static_cast<std::size_t>(patch.extent.size()), 1.0);
        }
        initial->fill(patch, member.arrays[solution].data());
        members_.push_back(std::move(member));
    }
}

double* UniformMesh::array(Field field, int number) {
    return at(number).arrays[field].data();
}

const double* UniformMesh::cell(Field field, int x, int y) const {
    const Extent& extent = members_.front().patch.extent;
    const int number = y / extent.ny * static_cast<int>(patches_x_) + x / extent.nx;
    return at(number).arrays[field].data() + extent.index(x % extent.nx, y % extent.ny);
}

void UniformMesh::copy_from_neighbours(Member& member, Field field) {
    const Extent& extent = member.patch.extent;
    const int nx = static_cast<int>(nx_);
    const int ny = static_cast<int>(ny_);
    const auto copy = [&](int i, int j) {
        const int x = member.patch.first_x + i;
        const int y = member.patch.first_y + j;
        const int from_x = periodic_x_ ? (x + nx) % nx : x;
        const int from_y = periodic_y_ ? (y + ny) % ny : y;
        if (from_x < 0 || from_x >= nx || from_y < 0 || from_y >= ny) {
            return;
        }
        const double* const from = cell(field, from_x, from_y);
        for (int variable = 0; variable < variables; ++variable) {
            member.arrays[field]
                         [static_cast<std::size_t>(variable * extent.size() + extent.index(i, j))] =
                from[variable * extent.size()];
        }
    };
    for (int j = -ghosts; j < extent.ny + ghosts; ++j) {
        const bool beside = j < 0 || j >= extent.ny;
        for (int i = -ghosts; i < extent.nx + ghosts; i += i == -1 && !beside ? extent.nx + 1 : 1) {
            copy(i, j);
        }
    }
}

void UniformMesh::update_ghosts(int, Field field) {
    const auto boundary = services_->get<BoundaryConditionsPort>("boundary_conditions");
    for (Member& member : members_) {
        copy_from_neighbours(member, field);
        for (const Side side : {Side::x_low, Side::x_high, Side::y_low, Side::y_high}) {
            if (member.patch.at_boundary[static_cast<std::size_t>(side)]) {
                boundary->apply(side, member.patch, member.arrays[field].data());
            }
        }
    }
}

void UniformMesh::sum_over_blocks(double* values, int count) const {
    // Row by row of the whole mesh, however it is cut into patches.
    struct Place {
        int y;
        int x;
        const double* values;
    };
    std::vector<Place> places;
    const double* next = values;
    for (const Member& member : members_) {
        for (int j = 0; j < member.patch.extent.ny; j += block()) {
            for (int i = 0; i < member.patch.extent.nx; i += block()) {
                places.push_back({member.patch.first_y + j, member.patch.first_x + i, next});
                next += count;
            }
        }
    }
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
    std::vector<double> sums(static_cast<std::size_t>(count));
    for (const Place& place : places) {
        for (std::size_t k = 0; k < sums.size(); ++k) {
            sums[k] += place.values[k];
        }
    }
    std::copy(sums.begin(), sums.end(), values);
}

} // namespace hydro::test
