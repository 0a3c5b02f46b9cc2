#include "optimizer/alternatives.hpp"
#include "optimizer/decisions.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/online/observation.hpp>
#include <proxima/online/optimizer.hpp>
#include <proxima/online/race.hpp>
#include <proxima/safe_point.hpp>

#include <chrono>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace proxima::online {
namespace {

using framework::BuilderService;
using Clock = std::chrono::steady_clock;

constexpr const char* builder_port = "builder";

std::string why(const Race& race, std::size_t was, std::size_t next) {
    std::ostringstream text;
    text.precision(3);
    const Standing& standing = race.standing(was);
    if (race.is_trial()) {
        text << "trial";
    } else if (next != race.best() || standing.fate == Fate::failed) {
        text << "the other failed";
    } else if (standing.fate == Fate::worse) {
        text << "sure: " << standing.ratio << " (" << standing.interval.min << " to "
             << standing.interval.max << ") times the time of the other, by " << standing.pairs
             << " pairs of steps";
    } else if (standing.fate == Fate::equal) {
        text << "no difference that matters";
    } else {
        text << "for comparison";
    }
    return text.str();
}

/// An instance, its alternatives, and the race among them.
struct Family {
    Alternatives alternatives;
    Race race;
    std::vector<std::pair<std::string, std::string>> objections; ///< by class
    std::string failure;                                         ///< said once

    const std::string& class_of(std::size_t i) const { return alternatives.all()[i].class_name; }
};

} // namespace

class Optimizer::Implementation {
public:
    void set_services(framework::Services& services) {
        services_ = &services;
        services.provide<framework::ParameterPort>("parameters", parameters_);
        services.use<BuilderService>(builder_port);
    }

    void end() noexcept {
        if (parameters_.safe_point.empty()) {
            return;
        }
        set_safe_point("", nullptr, nullptr);
        try {
            write_decisions();
        } catch (const std::exception& error) {
            detail::say(std::string("decisions.json is not written: ") + error.what());
        }
    }

    void pass_safe_point() noexcept {
        try {
            if (begun_) {
                take_step();
            } else {
                begin();
            }
            ++safe_points_;
        } catch (...) {
            give_up(framework::message_of_current_exception());
        }
    }

private:
    /// The safe point is set with it.
    class OwnParameters final : public framework::ParameterPort {
    public:
        explicit OwnParameters(Implementation& owner) : owner_(owner) {}
        std::vector<framework::ParameterField> fields() const override { return own_.fields(); }
        std::string get(std::string_view field) const override { return own_.get(field); }
        void set(std::string_view field, std::string_view value) override {
            own_.set(field, value);
            if (field == "safe_point") {
                set_safe_point(
                    safe_point,
                    [](void* owner) noexcept {
                        static_cast<Implementation*>(owner)->pass_safe_point();
                    },
                    &owner_);
            }
        }

    private:
        Implementation& owner_;
        framework::Parameters own_;

    public:
        const std::string& safe_point = own_.add_string(
            "safe_point", "method before which components may be replaced: instance.method", "");
        const std::string& instances =
            own_.add_string("instances", "which to replace, separated by spaces", "");
        const double& exploration = own_.add_real(
            "exploration", "share of the run's time that trials may cost", 0.05, 0, 1);
    };

    void begin() {
        begun_ = true;
        if (detail::run_facts().ranks > 1) {
            throw std::runtime_error("it does not know how the ranks of a job agree");
        }
        auto builder = services_->get<BuilderService>(builder_port);
        std::istringstream names(parameters_.instances);
        for (std::string name; names >> name;) {
            add_family(*builder, name);
        }
        began_ = last_ = Clock::now();
        totals_ = observe_instances();
    }

    void add_family(BuilderService& builder, const std::string& name) {
        const Workshop workshop{builder, *services_,
                                builder.component_id(services_->instance_name())};
        Alternatives alternatives(workshop, builder.component_id(name));
        std::vector<std::pair<std::string, std::string>> objections;
        for (const std::string& class_name : builder.available_classes()) {
            if (class_name != alternatives.all().front().class_name) {
                const std::string objection = alternatives.add(class_name);
                if (!objection.empty() && objection != Alternatives::other_ports) {
                    objections.emplace_back(class_name, objection);
                }
            }
        }
        std::vector<Candidate> candidates;
        for (const Alternative& alternative : alternatives.all()) {
            candidates.push_back({alternative.class_name, {}});
        }
        RaceRules rules;
        rules.exploration = parameters_.exploration;
        families_.push_back({std::move(alternatives), Race(std::move(candidates), 0, rules),
                             std::move(objections), ""});
    }

    void take_step() {
        const auto now = Clock::now();
        const double seconds = std::chrono::duration<double>(now - last_).count();
        auto totals = observe_instances();
        for (Family& family : families_) {
            const std::size_t active = family.alternatives.active();
            const std::string& name = family.alternatives.all()[active].instance.name;
            const Totals taken = totals[name] - totals_[name];
            if (taken.calls != 0) {
                family.race.add({taken.mean_us(), seconds});
            }
            follow(family);
        }
        totals_ = std::move(totals);
        last_ = Clock::now();
    }

    /// Lets the candidate run that the race wants.
    void follow(Family& family) {
        const std::size_t was = family.alternatives.active();
        const std::size_t next = family.race.current();
        if (was == next) {
            return;
        }
        const std::string reason = why(family.race, was, next);
        try {
            family.alternatives.swap_to(next);
        } catch (...) {
            const std::string problem = framework::message_of_current_exception();
            if (std::exchange(family.failure, problem) != problem) {
                detail::say(family.alternatives.instance() + " stays " + family.class_of(was) +
                            ": " + problem);
            }
            family.race.fail_current();
            return;
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        swaps_.push_back({safe_points_, seconds, family.alternatives.instance(),
                          family.class_of(was), family.class_of(next), reason});
    }

    void give_up(const std::string& problem) noexcept {
        set_safe_point("", nullptr, nullptr);
        detail::say("the optimizer stops, and the application goes on: " + problem);
    }

    void write_decisions() const {
        if (!begun_) {
            return;
        }
        Decisions decisions;
        decisions.safe_point = parameters_.safe_point;
        decisions.safe_points = safe_points_;
        decisions.seconds = std::chrono::duration<double>(last_ - began_).count();
        decisions.swaps = swaps_;
        for (const Family& family : families_) {
            decisions.instances.push_back(decided(family));
        }
        detail::write_run_file("decisions.json", to_json(decisions));
    }

    static Decided decided(const Family& family) {
        Decided result{family.alternatives.instance(),
                       family.class_of(0),
                       family.class_of(family.race.best()),
                       {},
                       family.race.decisions(),
                       family.race.explored_seconds()};
        for (std::size_t i = 0; i < family.alternatives.all().size(); ++i) {
            result.candidates.push_back({family.class_of(i), family.race.standing(i), ""});
        }
        for (const auto& [class_name, objection] : family.objections) {
            result.candidates.push_back({class_name, {}, objection});
        }
        return result;
    }

    framework::Services* services_ = nullptr;
    OwnParameters parameters_{*this};
    std::vector<Family> families_;
    NamedTotals totals_;
    Clock::time_point began_;
    Clock::time_point last_;
    std::uint64_t safe_points_ = 0;
    std::vector<Swap> swaps_;
    bool begun_ = false;
};

Optimizer::Optimizer() : implementation_(std::make_unique<Implementation>()) {
}

Optimizer::~Optimizer() = default;

void Optimizer::set_services(framework::Services& services) {
    implementation_->set_services(services);
}

void Optimizer::release_services() noexcept {
    implementation_->end();
}

void register_components(framework::Framework& framework) {
    framework.register_class("Optimizer", [] { return std::make_unique<Optimizer>(); });
}

} // namespace proxima::online
