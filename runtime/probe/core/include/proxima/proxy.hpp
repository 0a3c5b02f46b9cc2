// The frame of generated proxies. For each selected port proxima-gen writes a specialisation:
//
//  | template <> class Proxy<ns::Port> final : public ns::Port
//
// It measures every call and forwards the call to a target:
//
//  | proxima::Proxy<ns::Port> flux{target, "fine_grid_flux"};
//  | auto flux = proxima::measured<ns::Port>(std::move(owned_target), "fine_grid_flux");
//
// Ownership: a proxy owns its target if it is made from a smart pointer; see target.hpp.
#pragma once

#include <proxima/instance.hpp>
#include <proxima/target.hpp>

#include <type_traits>

namespace proxima {

/// Generated code specialises it: include the port's `.proxy.hpp`.
template <class Port>
class Proxy;

/// Makes `private_member(Access())` a pointer to a private method. Generated code instantiates it.
template <class Access, typename Access::Pointer Method>
struct PrivateMember {
    friend constexpr typename Access::Pointer private_member(Access /*tag*/) noexcept {
        return Method;
    }
};

/// Makes a proxy that forwards to `target` under the name `instance`. Further arguments go to the
/// constructor of a port that has no default constructor.
template <class Port, class... Base>
Proxy<Port> measured(Target<Port> target, InstanceName instance, Base&&... base) {
    return Proxy<Port>(static_cast<Target<Port>&&>(target), instance, static_cast<Base&&>(base)...);
}

#if defined(__cpp_rtti) || defined(__GXX_RTTI)

/// The object behind all proxies of `port`, or `port` itself. For code that needs the identity or
/// the concrete type of a port.
template <class Port>
Port& unwrap(Port& port) noexcept {
    Port* target = __builtin_addressof(port);
    while (auto* const proxy = dynamic_cast<const Proxy<std::remove_cv_t<Port>>*>(target)) {
        target = __builtin_addressof(proxy->proxima_target());
    }
    return *target;
}

#endif

} // namespace proxima
