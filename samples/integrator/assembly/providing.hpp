// A component that provides one port and uses none.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

namespace integration {

template <class Port, class Implementation>
class Providing : public proxima::framework::Component {
public:
    template <class... Arguments>
    explicit Providing(const char* port, Arguments... arguments)
        : port_(port), implementation_(arguments...) {}

    void set_services(proxima::framework::Services& services) override {
        services.provide<Port>(port_, implementation_);
    }

private:
    const char* port_;
    Implementation implementation_;
};

} // namespace integration
