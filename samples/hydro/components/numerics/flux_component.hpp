// A component that provides the flux port, from the flux of one face.
#pragma once

#include "characteristic_quantities_port.hpp"
#include "flux_port.hpp"
#include "gas.hpp"
#include "walk.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/properties.hpp>
#include <proxima/framework/services.hpp>

namespace hydro {

// The four planes of an array of states or fluxes, as a sweep sees them.
template <class Value>
struct Planes {
    Value* __restrict density;
    Value* __restrict normal;
    Value* __restrict along;
    Value* __restrict pressure; // energy, in an array of fluxes

    HYDRO_INLINE FaceState state(std::ptrdiff_t at) const {
        return {density[at], normal[at], along[at], pressure[at]};
    }

    HYDRO_INLINE void set(std::ptrdiff_t at, const FaceFlux& flux) const {
        density[at] = flux.mass;
        normal[at] = flux.normal;
        along[at] = flux.along;
        pressure[at] = flux.energy;
    }
};

template <class Value>
Planes<Value> planes_of(Sweep sweep, const Extent& extent, Value* values) {
    const std::ptrdiff_t plane = extent.size();
    Value* const x = values + plane;
    Value* const y = values + 2 * plane;
    return {values, sweep == Sweep::x ? x : y, sweep == Sweep::x ? y : x, values + 3 * plane};
}

// Computes the fluxes of a run of faces by `Face{gamma}(left, right)`, the formula of one face.
template <class Face>
struct FaceByFace {
    Face face;

    explicit FaceByFace(double gamma) : face{gamma} {}

    template <class Step>
    void run(const Planes<const double>& left, const Planes<const double>& right,
             const Planes<double>& flux, std::ptrdiff_t begin, int count, Step step) const {
#pragma omp simd
        for (int k = 0; k < count; ++k) {
            const std::ptrdiff_t at = begin + k * step;
            flux.set(at, face(left.state(at), right.state(at)));
        }
    }
};

// `Method(gamma).run(left, right, flux, begin, count, step)` makes the fluxes of a run of faces.
template <class Method>
class FluxComponent final : public proxima::framework::Component, public FluxPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services_ = &services;
        services.provide<FluxPort>("flux", *this, {{proxima::framework::stateless, "1"}});
        services.provide<proxima::framework::ParameterPort>(
            "parameters", parameters_, {{proxima::framework::tunable, "pencils"}});
        services.use<CharacteristicQuantitiesPort>("characteristics");
    }

    void compute(Sweep sweep, const Extent& extent, const double* left, const double* right,
                 double* flux) override {
        const Method method(
            services_->get<CharacteristicQuantitiesPort>("characteristics")->gamma());
        const Planes<const double> from = planes_of(sweep, extent, left);
        const Planes<const double> to = planes_of(sweep, extent, right);
        const Planes<double> out = planes_of(sweep, extent, flux);
        walk(sweep, extent, pencils_ == 1, 0, sweep == Sweep::x ? extent.nx : extent.ny,
             [&](std::ptrdiff_t begin, int count, auto step) {
                 method.run(from, to, out, begin, count, step);
                 if (repeats_ > 0) {
                     repeat_shocks(method, from, to, out, begin, count, step);
                 }
             });
    }

private:
    static constexpr int near = 16;               // faces around a shock
    static constexpr double weakest_shock = 0.05; // change of pressure, as a part of its value

    template <class Step>
    void repeat_shocks(const Method& method, const Planes<const double>& left,
                       const Planes<const double>& right, const Planes<double>& flux,
                       std::ptrdiff_t begin, int count, Step step) const {
        for (int done = 0; done < count; done += near) {
            const std::ptrdiff_t at = begin + done * step;
            const int now = count - done < near ? count - done : near;
            const auto pressure = [&](int k) { return left.pressure[at + k * step]; };
            bool has_shock = false;
            for (int k = 1; k < now; ++k) {
                has_shock = has_shock ||
                            magnitude(pressure(k) - pressure(k - 1)) > weakest_shock * pressure(k);
            }
            for (std::int64_t i = 0; has_shock && i < repeats_; ++i) {
                method.run(left, right, flux, at, now, step);
            }
        }
    }

    proxima::framework::Services* services_ = nullptr;
    proxima::framework::Parameters parameters_;
    const std::int64_t& pencils_ = parameters_.add_int("pencils", about_pencils, 0, 0, 1);
    const std::int64_t& repeats_ = parameters_.add_int(
        "shock_repeats",
        "how often the fluxes at shocks are computed again, to cost what those of a real gas would",
        0, 0, 1000);
};

} // namespace hydro
