// Classes that can replace an instance of a running assembly, each with its own instance.
#pragma once

#include "optimizer/borrowed_port.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::online {

// A class and its instance.
struct ReplacementClass {
    std::string class_name;
    framework::ComponentId instance; // "flux" for the first class, "flux@EFMFlux" for another
};

// Not thread-safe. Its functions throw framework::Error.
class ReplacementClasses {
public:
    static constexpr const char* other_ports =
        "it does not provide the same ports"; // result of add() for most classes

    // Starts with the class of a connected instance.
    ReplacementClasses(FrameworkAccess access, const framework::ComponentId& instance);

    const std::string& instance() const noexcept { return classes_.front().instance.name; }
    const std::vector<ReplacementClass>& all() const noexcept { return classes_; }
    std::size_t active() const noexcept { return active_; }

    // Creates an instance of the class, with the parameters and connections of the first. The class
    // must have no state, or be able to hand it on. Returns the reason if it cannot be used, such
    // as an exception of its constructor; empty on success.
    std::string add(const std::string& class_name);

    // Removes the class that was added last.
    void remove_last();

    // Connects the users to another class. On error, such as a port in use or a state that the new
    // component rejects, restores the old connections and throws.
    void swap_to(std::size_t candidate);

private:
    std::vector<framework::Connection> connections_of_users() const;
    std::string objection(const framework::ComponentId& candidate) const;
    bool is_stateless(const framework::ComponentId& instance) const;
    bool can_migrate(const framework::ComponentId& instance) const;
    void copy_parameters(const framework::ComponentId& to) const;
    void connect_used_ports(const framework::ComponentId& to) const;
    void migrate(const framework::ComponentId& from, const framework::ComponentId& to) const;

    FrameworkAccess access_;
    std::vector<ReplacementClass> classes_;
    std::size_t active_ = 0;
};

} // namespace proxima::online
