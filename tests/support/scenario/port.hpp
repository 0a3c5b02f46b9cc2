// A port whose method calls whatever it is given, with a proxy as proxima-gen writes it (and a
// second method that has a parameter of every type). The plug-in compiles it under another name.
#pragma once

#include <proxima/proxy.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#ifndef SCENARIO_PORT
#define SCENARIO_PORT ScenarioPort
#endif

namespace scenario {

enum class Mode { sequential, strided };

class SCENARIO_PORT {
public:
    SCENARIO_PORT() = default;
    SCENARIO_PORT(const SCENARIO_PORT&) = delete;
    SCENARIO_PORT& operator=(const SCENARIO_PORT&) = delete;
    virtual ~SCENARIO_PORT() = default;
    virtual int call(int n) = 0;
    virtual void all(long whole, unsigned long size, double real, bool truth, Mode mode,
                     const std::string& text) = 0;
    virtual void nothing() noexcept = 0;
};

class Function final : public SCENARIO_PORT {
public:
    explicit Function(std::function<int(int)> body = {}) : body_(std::move(body)) {}
    int call(int n) override { return body_ ? body_(n) : n; }
    void all(long, unsigned long, double, bool, Mode, const std::string&) override {}
    void nothing() noexcept override {}

private:
    std::function<int(int)> body_;
};

// If set, reading the parameter of call() throws this.
extern thread_local bool reading_throws;
// If set, reading the parameter calls this first.
extern std::function<void()> before_reading;

} // namespace scenario

namespace proxima {

template <>
class Proxy<::scenario::SCENARIO_PORT> final : public ::scenario::SCENARIO_PORT {
public:
    explicit Proxy(Target<::scenario::SCENARIO_PORT> target, InstanceName instance);
    ~Proxy() override;
    int call(int) override;
    void all(long, unsigned long, double, bool, ::scenario::Mode, const std::string&) override;
    void nothing() noexcept override;
    ::scenario::SCENARIO_PORT& proxima_target() const noexcept { return *proxima_target_; }

private:
    Target<::scenario::SCENARIO_PORT> proxima_target_;
    Instance proxima_instance_;
};

} // namespace proxima

namespace scenario {

using Port = SCENARIO_PORT;
using Proxy = proxima::Proxy<Port>;

} // namespace scenario
