/// \file
/// A named instance of a port: what tells two solvers of one type apart in the call graph.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/text_view.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima {

class PortRecord;

/// The connection of an assembly that a proxy stands in: who uses it through which port, and which
/// port of the instance that is. Texts that stay with their owner.
struct Binding {
    TextView user;
    TextView uses_port;
    TextView provides_port;
};

/// The name a proxy is given, such as "fine_grid_flux", made implicitly from all that a TextView is
/// made from; with a binding where the proxy measures one connection of several to that instance.
/// Copied when the proxy is constructed.
class InstanceName : public TextView {
public:
    using TextView::TextView;
    InstanceName(TextView name, const Binding& binding) noexcept
        : TextView(name), binding_(&binding) {}

    /// Null without one. As long as what it was made from.
    const Binding* binding() const noexcept { return binding_; }

private:
    const Binding* binding_ = nullptr;
};

/// Where an invocation enters: one method of one instance of a port, numbered over the process.
using Site = std::uint32_t;

/// One instance of a port, known to the runtime by its port, name and binding: proxies that share
/// them share their statistics. Costs a look-up under a lock when constructed, nothing afterwards;
/// the runtime keeps what it knows of each until the process ends.
class PROXIMA_API Instance {
public:
    /// Makes the port known to the runtime (and configures the runtime from the environment, if
    /// nothing has done so yet). Never throws: if memory is exhausted the instance is not measured.
    Instance(PortRecord& port, InstanceName name) noexcept;

    /// Where the port's method number `method` (its index in the PortRecord) enters for this
    /// instance.
    Site site(std::size_t method) const noexcept { return first_site_ + static_cast<Site>(method); }

private:
    Site first_site_;
};

} // namespace proxima
