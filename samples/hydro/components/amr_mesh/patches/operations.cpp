#include "patches/operations.hpp"

#include <algorithm>

namespace hydro::amr {
namespace {

bool have_equal_strides(const Window& a, const Window& b) {
    return a.pitch == b.pitch && a.plane == b.plane;
}

bool continues_in_x(const Window& first, const Window& next) {
    return have_equal_strides(first, next) && first.ny == next.ny && next.at == first.at + first.nx;
}

bool continues_in_y(const Window& first, const Window& next) {
    return have_equal_strides(first, next) && first.nx == next.nx &&
           next.at == first.at + first.ny * first.pitch;
}

// Columns of ghosts are as wide as this: a loop of known length.
template <int width>
void copy_columns(const Window& to, double* out, const Window& from, const double* in) {
    for (int j = 0; j < to.ny; ++j) {
        for (int i = 0; i < width; ++i) {
            out[j * to.pitch + i] = in[j * from.pitch + i];
        }
    }
}

} // namespace

void append(std::vector<Transfer>& transfers, const Transfer& next) {
    if (!transfers.empty()) {
        Transfer& last = transfers.back();
        if (continues_in_x(last.to, next.to) && continues_in_x(last.from, next.from)) {
            last.to.nx += next.to.nx;
            last.from.nx += next.from.nx;
            return;
        }
        if (continues_in_y(last.to, next.to) && continues_in_y(last.from, next.from)) {
            last.to.ny += next.to.ny;
            last.from.ny += next.from.ny;
            return;
        }
    }
    transfers.push_back(next);
}

Window packed(std::ptrdiff_t at, int nx, int ny, int margin) noexcept {
    const std::ptrdiff_t pitch = nx + 2 * margin;
    return {at + margin * (pitch + 1), pitch, pitch * (ny + 2 * margin), nx, ny};
}

void copy(const Window& to, double* to_values, const Window& from, const double* from_values) {
    for (int v = 0; v < variables; ++v) {
        double* out = to_values + to.at + v * to.plane;
        const double* in = from_values + from.at + v * from.plane;
        if (to.nx == ghosts) {
            copy_columns<ghosts>(to, out, from, in);
        } else {
            for (int j = 0; j < to.ny; ++j) {
                std::copy_n(in + j * from.pitch, to.nx, out + j * to.pitch);
            }
        }
    }
}

void Operations::run(InterpolationPort& interpolation, const double* from, double* to) const {
    for (const Transfer& transfer : copies) {
        copy(transfer.to, to, transfer.from, from);
    }
    if (!restrictions.empty()) {
        interpolation.restrict_to(restrictions.data(), static_cast<int>(restrictions.size()), from,
                                  to);
    }
    if (!prolongations.empty()) {
        interpolation.prolong(prolongations.data(), static_cast<int>(prolongations.size()), from,
                              to);
    }
}

} // namespace hydro::amr
