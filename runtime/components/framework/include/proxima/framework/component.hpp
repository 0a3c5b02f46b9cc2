// The base class of components, and the macro that exports one from a shared library.
//
//     #include <proxima/framework/services.hpp>
//     class Greeter : public framework::Component, public framework::Port {
//         void set_services(framework::Services& services) override {
//             services.provide<framework::Port>("greeting", *this);
//         }
//     };
//
// One source file of libGreeter.so adds, outside of namespaces:
//  | PROXIMA_COMPONENT(Greeter, Greeter)
//
// Ownership: the framework owns the instances that it creates.
// Errors: what set_services() throws makes the instantiation fail.
#pragma once

#include <proxima/detail/export.hpp>

namespace proxima::framework {

class Services;

/// The framework constructs an instance, calls set_services() once, lets others fetch and release
/// the ports while the assembly runs, calls release_services(), and destroys the instance.
class PROXIMA_API Component {
public:
    virtual ~Component() = default;

    /// Declares the ports that the component provides and uses. `services` stays valid until
    /// release_services() has returned. An exception makes the instantiation fail with its message.
    virtual void set_services(Services& services) = 0;

    /// Corresponds to ComponentRelease of CCA. The framework calls it before it destroys the
    /// instance, when all ports have been released and disconnected.
    virtual void release_services() noexcept {}

protected:
    Component() = default;
    Component(const Component&) = default;
    Component& operator=(const Component&) = default;
};

} // namespace proxima::framework

/// Exports `Class` as the component class `name`, an identifier, from the library lib<name>.so.
/// A library with several components has a link lib<name>.so for each of them, or a script loads it
/// under its own name first.
#define PROXIMA_COMPONENT(name, Class)                                                             \
    extern "C" [[gnu::visibility("default")]] ::proxima::framework::Component* create_##name() {   \
        return new Class;                                                                          \
    }
