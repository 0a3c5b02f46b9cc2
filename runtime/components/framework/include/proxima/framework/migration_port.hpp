// The port by which a component hands its state to the component that replaces it.
//
//     class Counter : public framework::MigrationPort {
//         int count_ = 0;
//         std::string save_state() const override { return std::to_string(count_); }
//         void restore_state(const std::string& state) override { count_ = std::stoi(state); }
//     };
//     Counter counter;
//     framework::MigrationPort& port = counter;
//     port.restore_state("7");
//
// Thread safety: the framework calls both functions while no port of the component is in use.
// Errors: restore_state() throws if it cannot restore the state; the old component then stays.
#pragma once

#include <proxima/framework/port.hpp>

#include <string>

namespace proxima::framework {

/// Saves and restores the state of a component. Both components provide this port, and choose the
/// format of the state. If restore_state() throws, the old component stays. The framework calls
/// both functions while no port of either component is in use.
class PROXIMA_API MigrationPort : public virtual Port {
public:
    virtual std::string save_state() const = 0;
    virtual void restore_state(const std::string& state) = 0;
};

} // namespace proxima::framework
