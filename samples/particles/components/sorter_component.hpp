// A component that provides the sorter port.
#pragma once

#include "sorter_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace particles {

// A sorter without state.
class SorterComponent : public proxima::framework::Component, public SorterPort {
public:
    void set_services(proxima::framework::Services& services) override {
        services.provide<SorterPort>("sorter", *this, {{proxima::framework::stateless, "1"}});
    }
};

} // namespace particles
