// Tests swaps of implementations, which their users do not notice.
#include "measured_here.hpp"
#include "optimizer/contest.hpp"
#include "optimizer/replacement_classes.hpp"
#include "scenario/port.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/framework/migration_port.hpp>
#include <proxima/framework/parameters.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

namespace proxima::online {
namespace {

using namespace proxima::framework;

class NumberPort : public virtual Port {
public:
    virtual std::int64_t number() = 0;
};

// Returns `offset` plus its parameter, 10 by default.
class Stateless : public Component, public NumberPort {
public:
    explicit Stateless(std::int64_t offset) : offset_(offset) {}
    void set_services(Services& services) override {
        services.provide<NumberPort>("number", *this, {{stateless, "1"}});
        services.provide<ParameterPort>("parameters", parameters_);
    }
    std::int64_t number() override { return offset_ + tens_; }

private:
    std::int64_t offset_;
    Parameters parameters_;
    const std::int64_t& tens_ = parameters_.add_int("tens", "what is added", 10);
};

// Counts its calls, and can hand on the count; Broken cannot restore it.
class Counting : public Component, public NumberPort, public MigrationPort {
public:
    void set_services(Services& services) override {
        services.provide<NumberPort>("number", *this);
        services.provide<MigrationPort>("migration", *this);
    }
    std::int64_t number() override { return ++count_; }
    std::string save_state() const override { return std::to_string(count_); }
    void restore_state(const std::string& state) override { count_ = std::stoll(state); }

private:
    std::int64_t count_ = 0;
};

class Broken final : public Counting {
    void restore_state(const std::string&) override { throw std::runtime_error("no room"); }
};

class Throwing final : public Counting {
public:
    Throwing() { throw std::runtime_error("no licence"); }
};

class Unsaid final : public Component, public NumberPort {
    void set_services(Services& services) override {
        services.provide<NumberPort>("number", *this);
    }
    std::int64_t number() override { return 0; }
};

// Uses `number`, and runs the action of a test.
class User final : public Component, public GoPort {
public:
    using Action = std::function<void(const FrameworkAccess&)>;
    explicit User(Action action) : action_(std::move(action)) {}

private:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.use<NumberPort>("number");
        services.use<BuilderService>("builder");
    }
    int go() override {
        const auto builder = services_->get<BuilderService>("builder");
        action_({*builder, *services_, builder->component_id("user")});
        return 0;
    }

    Action action_;
    Services* services_ = nullptr;
};

// Runs `action` in an assembly where `user` is connected to an instance of `class_name`.
void beside(const std::string& class_name, const User::Action& action) {
    Framework framework;
    framework.register_class("One", [] { return std::make_unique<Stateless>(1); });
    framework.register_class("Two", [] { return std::make_unique<Stateless>(2); });
    framework.register_class("Counting", [] { return std::make_unique<Counting>(); });
    framework.register_class("CountingToo", [] { return std::make_unique<Counting>(); });
    framework.register_class("Broken", [] { return std::make_unique<Broken>(); });
    framework.register_class("Throwing", [] { return std::make_unique<Throwing>(); });
    framework.register_class("Unsaid", [] { return std::make_unique<Unsaid>(); });
    framework.register_class("User", [&] { return std::make_unique<User>(action); });
    auto& builder = framework.builder();
    const auto user = builder.create_instance("user", "User");
    const auto provider = builder.create_instance("provider", class_name);
    builder.connect(user, "number", provider, "number");
    framework.go(user, "go");
}

void with_classes_of(const std::string& class_name,
                     const std::function<void(ReplacementClasses&, Services&)>& action) {
    beside(class_name, [&](const FrameworkAccess& access) {
        ReplacementClasses classes(access, access.builder.component_id("provider"));
        action(classes, access.services);
    });
}

std::int64_t number(Services& services) {
    return services.get<NumberPort>("number")->number();
}

TEST(ReplacementClasses, HaveTheParametersOfTheFirst) {
    with_classes_of("One", [](ReplacementClasses& classes, Services& services) {
        const auto builder = services.get<BuilderService>("builder");
        services.use_optional<ParameterPort>("set");
        const auto connection = builder->connect(builder->component_id("user"), "set",
                                                 builder->component_id("provider"), "parameters");
        services.get<ParameterPort>("set")->set("tens", "70");
        builder->disconnect(connection);
        ASSERT_EQ(classes.add("Two"), "");
        classes.swap_to(1);
        EXPECT_EQ(number(services), 72);
    });
}

TEST(ReplacementClasses, AreNotThoseThatMayHaveState) {
    with_classes_of("One", [](ReplacementClasses& classes, Services&) {
        EXPECT_NE(classes.add("Unsaid").find("STATELESS"), std::string::npos);
        EXPECT_EQ(classes.add("User"), ReplacementClasses::other_ports);
        EXPECT_NE(classes.add("Missing").find("Missing"), std::string::npos);
        EXPECT_EQ(classes.all().size(), 1U);
    });
}

TEST(ReplacementClasses, StayWhereAPortIsInUse) {
    with_classes_of("One", [](ReplacementClasses& classes, Services& services) {
        ASSERT_EQ(classes.add("Two"), "");
        const auto in_use = services.get<NumberPort>("number");
        EXPECT_THROW(classes.swap_to(1), Error);
        EXPECT_EQ(classes.active(), 0U);
        EXPECT_EQ(in_use->number(), 11);
    });
}

// Makes a step with one call, and passes a safe point.
void step(Contest& contest, std::vector<files::Swap>& swaps, double microseconds = 100) {
    std::vector<double> sums(contest.numbers());
    std::vector<double> maxima(contest.numbers());
    const SharedNumbers all{sums, maxima};
    Totals taken;
    taken.calls = 1;
    taken.inclusive_us = microseconds;
    contest.contribute({{{contest.active_instance(), taken}}, 1e-3, 1}, nullptr, all);
    contest.learn(all, 1, 1);
    contest.follow(swaps, {});
}

TEST(Contest, GoesOnWithTheOldComponentWhereACandidateThrows) {
    beside("Counting", [](const FrameworkAccess& access) {
        RaceRules rules;
        rules.exploration = 1;
        Contest contest(access, "provider", rules, QualityLimits(""), nullptr);
        std::vector<files::Swap> swaps;
        for (int calls = 1; calls <= 200; ++calls) {
            EXPECT_EQ(number(access.services), calls); // the state moves with each swap
            step(contest, swaps);
        }
        std::map<std::string, files::KnownCandidate> known;
        for (const auto& candidate : contest.decided().candidates) {
            known[candidate.class_name] = candidate;
        }
        EXPECT_EQ(known["Throwing"].fate, "not possible");
        EXPECT_NE(known["Throwing"].why.find("no licence"), std::string::npos);
        EXPECT_EQ(known["Broken"].fate, "failed");
        EXPECT_EQ(known["Broken"].why, "no room");
        ASSERT_FALSE(swaps.empty());
        EXPECT_EQ(swaps.front().to, "CountingToo");
        for (const auto& swap : swaps) {
            EXPECT_NE(swap.to, "Broken");
        }
    });
}

TEST(Contest, DoesNotLookAtExceptionsOfWhatIsNotOnTrial) {
    measured_here();
    beside("Counting", [](const FrameworkAccess& access) {
        Contest contest(access, "provider", RaceRules(), QualityLimits(""), nullptr);
        std::vector<files::Swap> swaps;
        const std::string better = "provider@CountingToo";
        for (int i = 0; i < 100; ++i) {
            step(contest, swaps, contest.active_instance() == better ? 10 : 100);
        }
        ASSERT_EQ(contest.active_instance(), better);
        scenario::Function work([](int) -> int { throw std::runtime_error("usual"); });
        Proxy<scenario::ScenarioPort> port(work, better);
        EXPECT_THROW(port.call(1), std::runtime_error);
        step(contest, swaps, 10);
        EXPECT_EQ(contest.active_instance(), better);
    });
}

} // namespace
} // namespace proxima::online
