// What components provide and use: abstract classes derived from Port.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/type_name.hpp>

#include <string_view>

namespace proxima::framework {

/// The base of all ports. Derive virtually if a component provides several ports with one object.
class PROXIMA_API Port {
public:
    virtual ~Port() = default;

protected:
    Port() = default;
    Port(const Port&) = default;
    Port& operator=(const Port&) = default;
};

/// What must be equal for two ports to be connected: the qualified name of the abstract class, such
/// as "hydro::FluxPort".
using PortType = std::string_view;

template <class P>
constexpr PortType port_type() noexcept {
    return proxima::detail::type_name<P>();
}

} // namespace proxima::framework
