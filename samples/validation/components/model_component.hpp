#pragma once

#include "validation_ports.hpp"
#include "waiting.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <string>

namespace validation {

// Calls a port as its user sees it: with the time around the call.
template <class Port>
Work timed_compute(proxima::framework::Services& services, const char* uses_port, double x) {
    const auto port = services.get<Port>(uses_port);
    const Clock::time_point start = Clock::now();
    Work work = port->compute(x);
    work.whole.around = microseconds_since(start);
    return work;
}

// A component that does nothing but take the time that its model gives.
template <class Port>
class ModelComponent : public proxima::framework::Component, public Port {
public:
    void set_services(proxima::framework::Services& services) override {
        services.provide<Port>("compute", *this);
        services.provide<proxima::framework::ParameterPort>("parameters", parameters_);
    }

    Work compute(double x) override {
        Work work;
        work.whole.model = unit_ * model(x);
        work.part = compute_part(x);
        const Clock::time_point start = Clock::now();
        wait(work.whole.model - work.part.inside);
        work.whole.inside = work.part.inside + microseconds_since(start);
        return work;
    }

protected:
    // Duration of a call, in units of time.
    virtual double model(double x) const = 0;

    // Leaves a part of the work to another component; none, unless overridden.
    virtual Duration compute_part(double) { return {}; }

private:
    void wait(double microseconds) const {
        if (waiting_ == "sleep") {
            sleep(std::max(microseconds, 0.0));
        } else {
            spin(microseconds);
        }
    }

    proxima::framework::Parameters parameters_;
    const double& unit_ =
        parameters_.add_real("unit", "microseconds for each unit of the model", 100.0, 0.0, 1e6);
    const std::string& waiting_ =
        parameters_.add_choice("waiting", "how the time is taken", "spin", {"spin", "sleep"});
};

// A component that leaves an insignificant part of its time to D.
template <class Port>
class ModelComponentWithPart : public ModelComponent<Port> {
public:
    void set_services(proxima::framework::Services& services) override {
        ModelComponent<Port>::set_services(services);
        services.use<DPort>("d");
        services_ = &services;
    }

protected:
    Duration compute_part(double x) override {
        return timed_compute<DPort>(*services_, "d", x).whole;
    }

    proxima::framework::PortLease<DPort> d() const { return services_->get<DPort>("d"); }

private:
    proxima::framework::Services* services_ = nullptr;
};

} // namespace validation
