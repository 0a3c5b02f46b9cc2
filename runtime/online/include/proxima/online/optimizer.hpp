/// \file
/// The component that replaces implementations in a running application by faster ones:
///
///     instantiate Optimizer optimizer
///     parameters optimizer parameters instances flux
///     parameters optimizer parameters safe_point integrator.advance
///
/// Candidates are the classes of the component path that provide the same ports. Which is best is
/// found by a Race, whose steps lie between two safe points. The run directory gets
/// decisions.json: every swap, when and why, and what is known of each candidate.
#pragma once

#include <proxima/framework/component.hpp>

#include <memory>

namespace proxima::online {

/// Made by the framework. What goes wrong is one line on standard error, and the application goes
/// on with the components that it has.
class Optimizer final : public framework::Component {
public:
    Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;
    ~Optimizer() override;

    void set_services(framework::Services& services) override;
    void release_services() noexcept override;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::online
