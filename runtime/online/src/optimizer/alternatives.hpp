// The classes that can stand for one instance of a running assembly, each as an instance of its own
// beside it.
#pragma once

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/services.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::online {

/// What is asked for about the own component: it borrows ports of others through it.
struct Workshop {
    framework::BuilderService& builder;
    framework::Services& services;
    framework::ComponentId self;
};

/// One class, made.
struct Alternative {
    std::string class_name;
    framework::ComponentId instance; ///< "flux" is the first; others are "flux@EFMFlux"
};

/// Not thread-safe. Its functions throw framework::Error.
class Alternatives {
public:
    static constexpr const char* other_ports =
        "it does not provide the same ports"; ///< what add() says of most classes

    /// Of an instance that is connected; alone at first.
    Alternatives(Workshop workshop, const framework::ComponentId& instance);

    const std::string& instance() const noexcept { return alternatives_.front().instance.name; }
    const std::vector<Alternative>& all() const noexcept { return alternatives_; }
    std::size_t active() const noexcept { return active_; }

    /// Makes an instance of the class, with the parameters and the connections of the first. Says
    /// why it cannot stand for it; empty: it is there. Only what has no state, or can hand it on,
    /// is taken; nothing that was there is changed.
    std::string add(const std::string& class_name);

    /// Forgets the last that was added.
    void remove_last();

    /// Connects the users to another. All or nothing: throws if a port is in use, and then all is
    /// as before.
    void swap_to(std::size_t alternative);

private:
    std::vector<framework::Connection> connections_of_users() const;
    std::string objection(const framework::ComponentId& candidate) const;
    bool is_stateless(const framework::ComponentId& instance) const;
    bool can_migrate(const framework::ComponentId& instance) const;
    void copy_parameters(const framework::ComponentId& to) const;
    void connect_used_ports(const framework::ComponentId& to) const;
    void migrate(const framework::ComponentId& from, const framework::ComponentId& to) const;

    Workshop workshop_;
    std::vector<Alternative> alternatives_;
    std::size_t active_ = 0;
};

} // namespace proxima::online
