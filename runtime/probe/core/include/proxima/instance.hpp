// A named instance of a port. The name tells two solvers of one type apart in the call graph.
// Generated proxies make theirs; code that measures without a proxy does so itself:
//
//     #include <proxima/method_info.hpp>
//     static proxima::PortInfo port{"Solver", nullptr, 0}; // usually with methods
//     const proxima::Instance fine(port, "fine_grid");
//
// Ownership: the runtime copies all names. The PortInfo stays with its owner.
// Thread safety: constructors take locks; threads may share const objects.
// Errors: never throws. Without memory the instance is not measured.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/text_view.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima {

class PortInfo;

/// The connection of an assembly that a proxy measures. The texts stay with their owner.
struct Binding {
    TextView user;
    TextView uses_port;
    TextView provides_port;
};

/// The name of a proxy, such as "fine_grid_flux", and optionally the connection that it measures.
/// Converts implicitly from everything that a TextView converts from. The proxy copies it.
class InstanceName : public TextView {
public:
    using TextView::TextView;
    InstanceName(TextView name, const Binding& binding) noexcept
        : TextView(name), binding_(&binding) {}

    /// Returns the connection that the instance measures; null if it measures none.
    const Binding* binding() const noexcept { return binding_; }

private:
    const Binding* binding_ = nullptr;
};

/// The number of a call site in the process: one method of one instance of a port.
using CallSite = std::uint32_t;

/// One instance of a port. Proxies with the same port, name and binding share their statistics.
/// The constructor takes locks, and the first one begins the run; nothing else does. The runtime
/// never forgets an instance.
class PROXIMA_API Instance {
public:
    /// Registers the port, and configures the runtime from the environment unless that is done.
    /// Never throws: without memory the instance is not measured.
    Instance(PortInfo& port, InstanceName name) noexcept;

    /// The call site of the port's method number `method`, its index in the PortInfo.
    CallSite site(std::size_t method) const noexcept {
        return first_site_ + static_cast<CallSite>(method);
    }

private:
    CallSite first_site_;
};

} // namespace proxima
