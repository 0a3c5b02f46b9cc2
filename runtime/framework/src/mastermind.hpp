// The component class Mastermind.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/monitor_port.hpp>
#include <proxima/framework/services.hpp>

#include <mutex>

namespace proxima::framework {

inline constexpr const char* mastermind_class = "Mastermind";
inline constexpr const char* mastermind_port = "monitor";

class Mastermind final : public Component, public MonitorPort {
public:
    void set_services(Services& services) override;
    void add_binding(const Connection& binding, PortType type) override;
    std::vector<Binding> bindings() const override;
    void start_monitoring() override;
    void stop_monitoring() override;

private:
    mutable std::mutex mutex_;
    std::vector<Binding> bindings_;
};

} // namespace proxima::framework
