// Two ports, and components that provide and use them.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/framework/parameters.hpp>

#include <functional>
#include <string>

namespace framework_test {

using namespace proxima::framework;

class NumberPort : public virtual Port {
public:
    virtual int number() const = 0;
};

class OtherPort : public virtual Port {
public:
    virtual void nothing() = 0;
};

// Provides `number`, the value of its parameter.
class Provider : public Component, public NumberPort, public OtherPort {
public:
    void set_services(Services& services) override {
        services.provide<NumberPort>("number", *this);
        services.provide<OtherPort>("other", *this);
        services.provide<ParameterPort>("parameters", parameters_);
    }
    int number() const override { return static_cast<int>(number_); }
    void nothing() override {}

private:
    Parameters parameters_;
    const std::int64_t& number_ = parameters_.add_int("number", "what it is", 42, 0, 100);
};

// Uses `number`; go() runs the action of a test.
class User : public Component, public GoPort {
public:
    using Action = std::function<int(Services&)>;
    explicit User(Action action) : action_(std::move(action)) {}

    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.use<NumberPort>("number");
        services.use_optional<OtherPort>("other");
        services.use<BuilderService>("builder");
    }
    int go() override { return action_(*services_); }

private:
    Action action_;
    Services* services_ = nullptr;
};

// An assembly of `user` and `provider`, not connected.
struct Assembly {
    explicit Assembly(User::Action action = [](Services& services) {
        return services.get<NumberPort>("number")->number();
    }) {
        framework.register_class("Provider", [] { return std::make_unique<Provider>(); });
        framework.register_class("User", [action] { return std::make_unique<User>(action); });
        user = builder().create_instance("user", "User");
        provider = builder().create_instance("provider", "Provider");
    }

    BuilderService& builder() { return framework.builder(); }
    Connection connect() { return builder().connect(user, "number", provider, "number"); }
    int go() { return framework.go(user, "go"); }

    Framework framework;
    ComponentId user;
    ComponentId provider;
};

// Kind and message of the Error that an action threw.
struct Caught {
    ErrorKind kind = ErrorKind::network_error; // no test throws this kind
    std::string message;
};

template <class Action>
Caught caught(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    }
    return {};
}

} // namespace framework_test
