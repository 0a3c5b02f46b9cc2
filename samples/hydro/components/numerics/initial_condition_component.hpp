// Base class of components that provide an initial condition.
#pragma once

#include "characteristic_quantities_port.hpp"
#include "initial_condition_port.hpp"
#include "limits.hpp"
#include "refusal.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <limits>

namespace hydro {

class InitialConditionComponent : public proxima::framework::Component,
                                  public InitialConditionPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services_ = &services;
        services.provide<InitialConditionPort>("initial_condition", *this);
        services.provide<proxima::framework::ParameterPort>("parameters", parameters_);
        services.use<CharacteristicQuantitiesPort>("characteristics");
    }

    // Accepts any domain.
    void check(double /*width*/, double /*height*/) const override {}

    // No interface.
    double time_of_sheet(double /*height*/) const override {
        return std::numeric_limits<double>::infinity();
    }
    std::optional<UndisturbedSheet> undisturbed_sheet(double /*height*/,
                                                      double /*time*/) const override {
        return std::nullopt;
    }

protected:
    // Makes the error that check() throws.
    template <class Value>
    proxima::framework::Error refusal(std::string_view parameter, const Value& value,
                                      const std::string& wanted) const {
        return hydro::refusal(services_->instance_name(), parameter, value, wanted);
    }

    double gamma() const {
        return services_->get<CharacteristicQuantitiesPort>("characteristics")->gamma();
    }

    proxima::framework::Parameters parameters_;

private:
    proxima::framework::Services* services_ = nullptr;
};

} // namespace hydro
