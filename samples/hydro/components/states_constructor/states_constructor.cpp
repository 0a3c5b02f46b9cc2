#include "limiters.hpp"
#include "muscl.hpp"
#include "states_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/properties.hpp>
#include <proxima/framework/services.hpp>

namespace {

using namespace proxima::framework;

class StatesConstructor final : public Component, public hydro::StatesPort {
public:
    void set_services(Services& services) override {
        services.provide<hydro::StatesPort>("states", *this);
        services.provide<ParameterPort>("parameters", parameters_, {{tunable, "pencils"}});
    }

    void construct(hydro::Sweep sweep, const hydro::Extent& extent, const double* primitive,
                   double* left, double* right) override {
        const bool strided = pencils_ == 1;
        if (limiter_ == "minmod") {
            hydro::construct_muscl<hydro::Minmod>(sweep, extent, strided, primitive, left, right);
        } else if (limiter_ == "mc") {
            hydro::construct_muscl<hydro::MonotonizedCentral>(sweep, extent, strided, primitive,
                                                              left, right);
        } else {
            hydro::construct_muscl<hydro::Unlimited>(sweep, extent, strided, primitive, left,
                                                     right);
        }
    }

private:
    Parameters parameters_;
    const std::string& limiter_ = parameters_.add_choice("limiter", "of the slopes within a cell",
                                                         "mc", {"minmod", "mc", "none"});
    const std::int64_t& pencils_ = parameters_.add_int("pencils", hydro::about_pencils, 0, 0, 1);
};

} // namespace

PROXIMA_COMPONENT(StatesConstructor, StatesConstructor)
