// A component: loaded from a shared library, instantiated by name and connected by its
// ports.
#pragma once

#include <proxima/detail/export.hpp>

namespace proxima::framework {

class Services;

/// Its life: it is constructed; set_services() is called once; its ports are fetched and released
/// while the assembly runs; release_services() is called; it is destroyed.
class PROXIMA_API Component {
public:
    virtual ~Component() = default;

    /// Declares the ports that the component provides and uses. `services` stays valid until
    /// release_services() has returned. Exceptions make the instantiation fail, with their message.
    virtual void set_services(Services& services) = 0;

    /// The specification's ComponentRelease: called when the instance is removed, after its ports
    /// have been disconnected. What was fetched must have been released before: an instance that
    /// has fetched a port, or whose ports are in use, is not removed.
    virtual void release_services() noexcept {}

protected:
    Component() = default;
    Component(const Component&) = default;
    Component& operator=(const Component&) = default;
};

} // namespace proxima::framework

/// In one source file of a component's shared library: makes `Class` known as the component `name`,
/// which is an identifier. The library is called lib<name>.so; one with several components has a
/// link of that name for each, or is loaded under its own name first.
#define PROXIMA_COMPONENT(name, Class)                                                             \
    extern "C" [[gnu::visibility("default")]] ::proxima::framework::Component* create_##name() {   \
        return new Class;                                                                          \
    }
