// The classes that can replace one instance of a running assembly, each with an instance of its
// own.
#pragma once

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/services.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::online {

// Access to the framework, by the component that replaces others.
struct Workshop {
    framework::BuilderService& builder;
    framework::Services& services;
    framework::ComponentId self;
};

// A class and its instance.
struct ReplacementClass {
    std::string class_name;
    framework::ComponentId instance; // "flux" is the first; others are "flux@EFMFlux"
};

// Not thread-safe. Its functions throw framework::Error.
class ReplacementClasses {
public:
    static constexpr const char* other_ports =
        "it does not provide the same ports"; // what add() returns for most classes

    // Of an instance that is connected; alone at first.
    ReplacementClasses(Workshop workshop, const framework::ComponentId& instance);

    const std::string& instance() const noexcept { return classes_.front().instance.name; }
    const std::vector<ReplacementClass>& all() const noexcept { return classes_; }
    std::size_t active() const noexcept { return active_; }

    // Makes an instance of the class, with the parameters and the connections of the first. It
    // must have no state, or be able to hand it on. Returns why it cannot be used, such as what
    // its constructor throws; empty: it was added.
    std::string add(const std::string& class_name);

    // Removes the last that was added.
    void remove_last();

    // Connects the users to another. If that throws, the old connections remain: a port is in
    // use, or the new component does not take the state.
    void swap_to(std::size_t candidate);

private:
    std::vector<framework::Connection> connections_of_users() const;
    std::string objection(const framework::ComponentId& candidate) const;
    bool is_stateless(const framework::ComponentId& instance) const;
    bool can_migrate(const framework::ComponentId& instance) const;
    void copy_parameters(const framework::ComponentId& to) const;
    void connect_used_ports(const framework::ComponentId& to) const;
    void migrate(const framework::ComponentId& from, const framework::ComponentId& to) const;

    Workshop workshop_;
    std::vector<ReplacementClass> classes_;
    std::size_t active_ = 0;
};

} // namespace proxima::online
