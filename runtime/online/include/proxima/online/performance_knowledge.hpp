/// \file
/// The component that knows what calls are expected to take: class PerformanceKnowledge. See
/// knowledge.hpp for its port and how a script has it.
#pragma once

#include <proxima/framework/component.hpp>

#include <memory>

namespace proxima::online {

/// Made by the framework. A file of models that is wrong is an error where the parameter is set.
class PerformanceKnowledge final : public framework::Component {
public:
    PerformanceKnowledge();
    PerformanceKnowledge(const PerformanceKnowledge&) = delete;
    PerformanceKnowledge& operator=(const PerformanceKnowledge&) = delete;
    ~PerformanceKnowledge() override;

    void set_services(framework::Services& services) override;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::online
