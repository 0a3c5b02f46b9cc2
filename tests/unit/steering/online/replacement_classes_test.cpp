// Tests swaps of implementations, which their users do not notice.
#include "measured_here.hpp"
#include "optimizer/assembly_race.hpp"
#include "optimizer/replaceable.hpp"
#include "optimizer/replacement_classes.hpp"
#include "optimizer/tunable.hpp"
#include "scenario/port.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/framework/migration_port.hpp>
#include <proxima/framework/parameters.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
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
// A component with a parameter that may change, and one that may not.
class Tuned final : public Component {
public:
    Tuned() {
        parameters_.add_int("block", "size", 4, 1, 64);
        parameters_.add_int("seed", "of random numbers", 1);
    }
    void set_services(Services& services) override {
        services.provide<ParameterPort>("parameters", parameters_, {{tunable, "block"}});
    }

private:
    Parameters parameters_;
};

void beside(const std::string& class_name, const User::Action& action) {
    Framework framework;
    framework.register_class("One", [] { return std::make_unique<Stateless>(1); });
    framework.register_class("Two", [] { return std::make_unique<Stateless>(2); });
    framework.register_class("Counting", [] { return std::make_unique<Counting>(); });
    framework.register_class("CountingToo", [] { return std::make_unique<Counting>(); });
    framework.register_class("Broken", [] { return std::make_unique<Broken>(); });
    framework.register_class("Throwing", [] { return std::make_unique<Throwing>(); });
    framework.register_class("Unsaid", [] { return std::make_unique<Unsaid>(); });
    framework.register_class("Tuned", [] { return std::make_unique<Tuned>(); });
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

// An instance and its race, as the Optimizer has them.
struct Trials {
    explicit Trials(const FrameworkAccess& access, double exploration = 0.05)
        : one(access, "provider", QualityLimits(""), false, nullptr),
          race({one.candidates()}, RaceRules{exploration}) {}

    // Makes a step with one call, and passes a safe point.
    void step(double seconds) {
        std::vector<double> sums(one.numbers());
        std::vector<double> maxima(one.numbers());
        const SharedNumbers all{sums, maxima};
        one.contribute({}, nullptr, {}, all);
        if (const auto failure = one.learn(all, 1, seconds * 1e6)) {
            one.note(race.current().front(), failure->why);
            race.exclude(0, failure->fate);
        } else {
            race.add({seconds});
        }
        const std::size_t next = race.current().front();
        if (next != one.active() && one.take(next)) {
            reached.insert(one.candidate(next));
        }
        one.watch_exceptions(race.is_trial());
    }
    const std::string& active() const { return one.candidate(one.active()); }

    Replaceable one;
    Race race;
    std::set<std::string> reached;
};

TEST(Replaceable, GoesOnWithTheOldComponentWhereACandidateThrows) {
    beside("Counting", [](const FrameworkAccess& access) {
        Trials trials(access, 1);
        for (int calls = 1; calls <= 200; ++calls) {
            EXPECT_EQ(number(access.services), calls); // the state moves with each swap
            trials.step(1e-3);
        }
        std::map<std::string, files::KnownCandidate> known;
        for (const auto& candidate : trials.one.decided(trials.race, 0).candidates) {
            known[candidate.class_name] = candidate;
        }
        EXPECT_EQ(known["Throwing"].fate, "not possible");
        EXPECT_NE(known["Throwing"].why.find("no licence"), std::string::npos);
        EXPECT_EQ(known["Broken"].fate, "failed");
        EXPECT_EQ(known["Broken"].why, "no room");
        EXPECT_EQ(trials.reached.count("CountingToo"), 1U);
        EXPECT_EQ(trials.reached.count("Broken"), 0U);
    });
}

// The trial of a slower class ends while another component holds the port.
TEST(AssemblyRace, ReturnsToTheBestOnceThePortIsFree) {
    beside("One", [](const FrameworkAccess& access) {
        AssemblyRace race(access, {"provider", "", 1}, nullptr);
        std::vector<double> sums(race.numbers());
        std::vector<double> maxima(race.numbers());
        int held = 0;
        for (int step = 0; step < 500; ++step) {
            const bool is_best = number(access.services) == 11;
            std::fill(sums.begin(), sums.end(), 0);
            std::fill(maxima.begin(), maxima.end(), 0);
            const SharedNumbers all{sums, maxima};
            race.contribute({is_best ? 1e-3 : 1e-2}, {}, {}, nullptr, all);
            race.learn(all, 1, 1);
            if (!is_best && held < 5) {
                const auto lease = access.services.get<NumberPort>("number");
                race.follow({});
                ++held;
            } else {
                race.follow({});
            }
        }
        files::Decisions decisions;
        race.describe(decisions, false);
        EXPECT_EQ(held, 5);
        EXPECT_EQ(decisions.instances.front().best, "One");
        EXPECT_EQ(number(access.services), 11);
    });
}

TEST(Tunable, TakesDeclaredValuesUntilSomebodyElseChangesIt) {
    beside("Counting", [](const FrameworkAccess& access) {
        access.builder.create_instance("tuned", "Tuned");
        Tunable block(access, "tuned.block in 1 4 16");
        ASSERT_EQ(block.candidates(), 3U);
        EXPECT_EQ(block.candidate(0), "4"); // as it was
        EXPECT_TRUE(block.take(2));
        const auto tuned = access.builder.component_id("tuned");
        EXPECT_EQ(BorrowedPort<ParameterPort>(access, tuned, "parameters")->get("block"), "16");
        BorrowedPort<ParameterPort>(access, tuned, "parameters")->set("block", "9");
        EXPECT_THROW(block.repeat({0, 0, "tuned.block", "16", "1", ""}), std::runtime_error);
        EXPECT_EQ(BorrowedPort<ParameterPort>(access, tuned, "parameters")->get("block"), "9");
    });
}

TEST(Tunable, RefusesWhatIsNotDeclaredOrNotValid) {
    beside("Counting", [](const FrameworkAccess& access) {
        access.builder.create_instance("tuned", "Tuned");
        for (const char* const wrong : {"tuned.seed in 1 2", "tuned.block 1 2", "tuned in 1",
                                        "tuned.block in 0", "nobody.block in 1"}) {
            EXPECT_ANY_THROW(Tunable(access, wrong)) << wrong;
        }
    });
}

TEST(Replaceable, DoesNotLookAtExceptionsOfWhatIsNotOnTrial) {
    measured_here();
    beside("Counting", [](const FrameworkAccess& access) {
        Trials trials(access);
        for (int i = 0; i < 300 || trials.race.is_trial(); ++i) {
            trials.step(trials.active() == "CountingToo" ? 1e-4 : 1e-3);
        }
        ASSERT_EQ(trials.active(), "CountingToo");
        scenario::Function work([](int) -> int { throw std::runtime_error("usual"); });
        Proxy<scenario::ScenarioPort> port(work, "provider@CountingToo");
        EXPECT_THROW(port.call(1), std::runtime_error);
        trials.step(1e-4);
        EXPECT_EQ(trials.active(), "CountingToo");
    });
}

} // namespace
} // namespace proxima::online
