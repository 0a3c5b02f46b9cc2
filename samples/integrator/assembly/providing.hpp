// A component that provides one port and uses none.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <utility>

namespace integration {

template <class Port, class Implementation>
class Providing : public proxima::framework::Component {
public:
    template <class... Arguments>
    explicit Providing(const char* port, proxima::framework::Properties properties,
                       Arguments... arguments)
        : port_(port), properties_(std::move(properties)), implementation_(arguments...) {}

    void set_services(proxima::framework::Services& services) override {
        services.provide<Port>(port_, implementation_, properties_);
    }

private:
    const char* port_;
    proxima::framework::Properties properties_;
    Implementation implementation_;
};

} // namespace integration
