// The base class of ports, and the names of port types.
//
//     class FluxPort : public virtual framework::Port {
//     public:
//         virtual double flux(double left, double right) = 0;
//     };
//     std::cout << framework::port_type<FluxPort>() << '\n';
//
// Ownership: the component that provides a port owns it.
// Thread safety: that of the port's own functions.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/type_name.hpp>

#include <string_view>

namespace proxima::framework {

/// The base class of ports. Derive virtually if a component provides several ports with one object.
/// Abstract classes that do not derive from Port can be ports, too.
class PROXIMA_API Port {
public:
    virtual ~Port() = default;

protected:
    Port() = default;
    Port(const Port&) = default;
    Port& operator=(const Port&) = default;
};

/// Qualified name of the abstract class, such as "hydro::FluxPort". Connected ports have equal
/// types.
using PortType = std::string_view;

template <class P>
constexpr PortType port_type() noexcept {
    return proxima::detail::type_name<P>();
}

} // namespace proxima::framework
