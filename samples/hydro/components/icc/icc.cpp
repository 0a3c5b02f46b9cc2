// The component ICC: provides `interpolation`.

#include "limited_interpolation.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace hydro {
namespace {

class ICC final : public proxima::framework::Component {
public:
    void set_services(proxima::framework::Services& services) override {
        services.provide<InterpolationPort>("interpolation", interpolation_);
    }

private:
    LimitedInterpolation interpolation_;
};

} // namespace
} // namespace hydro

PROXIMA_COMPONENT(ICC, hydro::ICC)
