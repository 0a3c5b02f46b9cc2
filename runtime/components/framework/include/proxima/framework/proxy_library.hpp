// What a shared library of proxy components is made of. Generated code contains
//
//  | PROXIMA_PROXY_LIBRARY(hydro::FluxPort, hydro::MeshPort)
//
// and the library is called lib<name>.proxima.so.
#pragma once

#include <proxima/framework/port_source.hpp>
#include <proxima/proxy.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace proxima::framework {

/// A proxy in front of a port.
struct ProxyObject {
    std::shared_ptr<void> owner;
    PortReference port;
};

/// Makes proxies of one port type. `target` is a P*, which must outlive the proxy.
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

// Where the port has a constructor with arguments, a proxy cannot be made without them.
template <class P>
void add_factory(ProxyFactories& factories) {
    if constexpr (std::is_constructible_v<Proxy<P>, P&, InstanceName>) {
        factories.push_back({port_type<P>(), &make_proxy<P>});
    }
}

} // namespace detail

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
