// A parameter of a component that the Optimizer tunes.
#pragma once

#include "optimizer/borrowed_port.hpp"
#include "optimizer/choice.hpp"

namespace proxima::online {

// The component declares which fields may change while it runs (property TUNABLE of its
// ParameterPort).
class Tunable final : public Choice {
public:
    // Parses `states.pencils in 1 2 4`. Throws std::invalid_argument, and framework::Error if the
    // component has no such field, or refuses a value.
    Tunable(FrameworkAccess access, const std::string& line);

    const std::string& name() const override { return name_; }
    std::size_t candidates() const override { return values_.size(); }
    const std::string& candidate(std::size_t number) const override { return values_[number]; }
    std::size_t active() const override { return active_; }

private:
    void change_to(std::size_t next) override;
    void check_declared() const;
    std::vector<framework::ComponentId> components() const;
    std::string port_of(const framework::ComponentId& component) const;

    FrameworkAccess access_;
    std::string name_; // `states.pencils`
    std::string instance_;
    std::string field_;
    std::vector<std::string> values_; // the value at the start comes first
    std::size_t active_ = 0;
};

} // namespace proxima::online
