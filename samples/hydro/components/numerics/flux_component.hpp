/// \file
/// A component that provides the flux port.
#pragma once

#include "characteristic_quantities_port.hpp"
#include "flux_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

namespace hydro {

/// `Method{gamma}.sweep(sweep, extent, pencils, left, right, flux)` makes the fluxes of a patch.
template <class Method>
class FluxComponent final : public proxima::framework::Component, public FluxPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services_ = &services;
        services.provide<FluxPort>("flux", *this, {{proxima::framework::stateless, "1"}});
        services.provide<proxima::framework::ParameterPort>("parameters", parameters_);
        services.use<CharacteristicQuantitiesPort>("characteristics");
    }

    void compute(Sweep sweep, const Extent& extent, const double* left, const double* right,
                 double* flux) override {
        const double gamma =
            services_->get<CharacteristicQuantitiesPort>("characteristics")->gamma();
        Method{gamma}.sweep(sweep, extent, static_cast<int>(pencils_), left, right, flux);
    }

private:
    proxima::framework::Services* services_ = nullptr;
    proxima::framework::Parameters parameters_;
    const std::int64_t& pencils_ = parameters_.add_int(
        "pencils", "neighbouring pencils that a strided sweep takes at once; 0: all", 0, 0,
        1 << 20);
};

} // namespace hydro
