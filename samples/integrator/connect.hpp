#pragma once

#include <proxima/proxy.hpp>

#include <memory>
#include <string>
#include <utility>

namespace integration {

// Connects a port as a component framework does: hands out the component itself, or a proxy before
// it.
template <class Port>
std::unique_ptr<Port> connect(std::unique_ptr<Port> component, const std::string& instance,
                              bool bare) {
    if (bare) {
        return component;
    }
    return std::make_unique<proxima::Proxy<Port>>(std::move(component), instance);
}

} // namespace integration
