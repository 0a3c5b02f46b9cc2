// Factories of proxies, and the macro by which a shared library of proxy components exports them.
// Generated code in a library lib<name>.proxima.so contains, for instance:
//
//  | PROXIMA_PROXY_LIBRARY(hydro::FluxPort, hydro::MeshPort)
//
// Ownership: a proxy does not own its target, which must outlive it.
#pragma once

#include <proxima/framework/port_source.hpp>
#include <proxima/proxy.hpp>

#include <memory>
#include <type_traits>
#include <vector>

namespace proxima::framework {

/// A proxy in front of a port, and the object that owns it.
struct ProxyObject {
    std::shared_ptr<void> owner;
    PortReference port;
};

/// Creates proxies of one port type P. `target` is a P* that must outlive the proxy.
struct ProxyFactory {
    PortType type;
    ProxyObject (*make)(void* target, const InstanceName& name);
};

using ProxyFactories = std::vector<ProxyFactory>;

namespace detail {

template <class P>
ProxyObject make_proxy(void* target, const InstanceName& name) {
    auto proxy = std::make_shared<Proxy<P>>(*static_cast<P*>(target), name);
    P& port = *proxy;
    return {std::move(proxy), refer_to<P>(port)};
}

// Skips ports whose constructors need arguments: their proxies cannot be created here.
template <class P>
void add_factory(ProxyFactories& factories) {
    if constexpr (std::is_constructible_v<Proxy<P>, P&, InstanceName>) {
        factories.push_back({port_type<P>(), &make_proxy<P>});
    }
}

} // namespace detail

/// Returns a factory for each of `Ports` whose proxy can be created.
template <class... Ports>
ProxyFactories proxy_factories() {
    ProxyFactories factories;
    (detail::add_factory<Ports>(factories), ...);
    return factories;
}

} // namespace proxima::framework

#define PROXIMA_PROXY_LIBRARY(...)                                                                 \
    extern "C" [[gnu::visibility("default")]] const ::proxima::framework::ProxyFactories*          \
    proxima_proxy_components_2() {                                                                 \
        static const auto factories = ::proxima::framework::proxy_factories<__VA_ARGS__>();        \
        return &factories;                                                                         \
    }
