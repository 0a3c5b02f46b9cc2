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
#pragma once

#include <proxima/framework/port.hpp>

#include <string>

namespace proxima::framework {

/// Both components provide it; the format of the state is theirs. A component that cannot restore a
/// state throws, and does not become the replacement. Called while no port of either is in use.
class PROXIMA_API MigrationPort : public virtual Port {
public:
    virtual std::string save_state() const = 0;
    virtual void restore_state(const std::string& state) = 0;
};

} // namespace proxima::framework
