#include "component/factories.hpp"
#include "component/hooked_parameters.hpp"
#include "files/write_files.hpp"
#include "knowledge/call_comparison.hpp"
#include "optimizer/assembly_race.hpp"
#include "safe_points/safe_points.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/schedstat.hpp>
#include <proxima/framework/framework.hpp>
#include <proxima/framework/quality_port.hpp>
#include <proxima/online/observation.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace proxima::online {
namespace {

using framework::BuilderService;
using Clock = std::chrono::steady_clock;

// Limits of the cost of observing while nothing is compared: a share of a step, and the largest
// number of safe points to skip, which delays the reaction to a change.
constexpr double share_of_observing = 0.003;
constexpr double longest_rest = 15;

constexpr const char* quality_port = "quality";

using KnowledgeLease = framework::PortLease<PerformanceKnowledgePort>;

const PerformanceKnowledgePort* pointer_to(const KnowledgeLease& lease) {
    return lease ? &*lease : nullptr;
}

// The calling thread's so far; 0 if the system does not tell.
double seconds_without_processor() noexcept {
    const auto account = detail::processor_account(detail::schedstat_of_thread);
    return account ? static_cast<double>(account->ready) / 1e9 : 0;
}

// The component class Optimizer; docs/online.md describes its parameters and behaviour.
class Optimizer final : public framework::Component, public Participant {
public:
    void set_services(framework::Services& services) override {
        services_ = &services;
        services.provide<framework::ParameterPort>("parameters", parameters_);
        services.use<BuilderService>(builder_port);
        services.use_optional<PerformanceKnowledgePort>(knowledge_port);
        services.use_optional<framework::QualityPort>(quality_port);
    }

    void release_services() noexcept override {
        if (safe_point_.empty()) {
            return;
        }
        SafePoints::of_process().remove(*this);
        if (only_ == this) {
            only_ = nullptr;
        }
        const bool has_run = !detail::run_directory().empty();
        if (!race_ && has_run && detail::run_facts().rank == 0 && !has_failed_) {
            detail::say(safe_point_ + " was never called through a measured connection, "
                                      "so nothing was replaced");
        }
        try {
            write_decisions(false);
        } catch (const std::exception& error) {
            detail::say(std::string("decisions.json is not written: ") + error.what());
        }
    }

    std::size_t begin() override {
        if (only_ != nullptr) {
            throw std::runtime_error(
                "there is one Optimizer in a run, which replaces all instances");
        }
        only_ = this;
        auto builder = services_->get<BuilderService>(builder_port);
        const FrameworkAccess access{*builder, *services_,
                                     builder->component_id(services_->instance_name())};
        const auto knowledge = knowledge_if_connected();
        race_.emplace(access,
                      OptimizerRules{instances_, tune_, exploration_, QualityLimits(require_),
                                     !require_.empty() && services_->is_connected(quality_port)},
                      replay_.empty() ? pointer_to(knowledge) : nullptr);
        began_ = step_began_ = Clock::now();
        waited_ = seconds_without_processor();
        begin_step();
        if (!replay_.empty()) {
            swaps_to_repeat_ = read_replay();
            return 0;
        }
        return race_->numbers() + 1;
    }

    void contribute(const SharedNumbers& own) override {
        const auto begin = Clock::now();
        observed_ = observe_instances();
        observed_at_ = SafePoints::of_process().passed();
        window_steps_ = observed_at_ - step_began_at_;
        const auto steps = static_cast<double>(window_steps_);
        RankStep step;
        step.wall = seconds_between(step_began_, begin) / steps;
        step.waited = (seconds_without_processor() - waited_) / steps;
        NamedTotals taken = observed_;
        for (auto& [name, totals] : taken) {
            if (const auto before = totals_.find(name); before != totals_.end()) {
                totals = totals - before->second;
            }
        }
        for (const auto& [name, totals] : taken) {
            step.in_mpi = std::max(step.in_mpi, totals.communication_us / 1e6 / steps);
        }
        const auto knowledge = knowledge_if_connected();
        race_->contribute(step, taken, quality(), pointer_to(knowledge), without_last(own));
        observing_ = std::min(seconds_between(begin, Clock::now()), 2 * observing_);
        own.maxima.back() = observing_ / step.wall;
    }

    void act(const SharedNumbers& all) override {
        if (!replay_.empty()) {
            replay();
            return;
        }
        step_began_ = Clock::now(); // swaps are part of the step
        waited_ = seconds_without_processor();
        race_->learn(without_last(all), detail::run_facts().ranks,
                     static_cast<double>(window_steps_));
        const bool is_new = race_->follow(here());
        rest_ = race_->is_settled() ? std::min(all.maxima.back() / share_of_observing, longest_rest)
                                    : 0;
        begin_step();
        const bool is_due =
            race_->swaps() != written_ && Clock::now() - written_at_ > std::chrono::seconds(1);
        if (is_new || is_due) { // what runs for the first time may hang
            write_decisions(true);
            written_ = race_->swaps();
            written_at_ = Clock::now();
        }
    }

    std::uint64_t rest() const override { return static_cast<std::uint64_t>(rest_); }

    void alone(const std::string& why) override {
        if (!replay_.empty()) {
            return;
        }
        const files::Swap now = here();
        alone_.push_back({now.safe_point, now.seconds, why});
        race_->keep_best(now, "the ranks no longer agree");
    }

    void failed(const std::string& problem) noexcept override {
        has_failed_ = true;
        detail::say("the optimizer stops; the application continues: " + problem);
    }

private:
    // Returns an empty lease if nothing is connected.
    KnowledgeLease knowledge_if_connected() const {
        return services_->is_connected(knowledge_port)
                   ? services_->get<PerformanceKnowledgePort>(knowledge_port)
                   : KnowledgeLease();
    }

    std::map<std::string, double> quality() const {
        if (require_.empty() || !services_->is_connected(quality_port)) {
            return {};
        }
        return services_->get<framework::QualityPort>(quality_port)->quality();
    }

    // The numbers of the race; the last one is the cost of observing.
    static SharedNumbers without_last(const SharedNumbers& numbers) {
        const std::size_t size = numbers.sums.size() - 1;
        return {numbers.sums.first(size), numbers.maxima.first(size)};
    }

    std::vector<files::Swap> read_replay() const {
        const files::Decisions decisions = files::read_decisions(replay_);
        if (decisions.safe_point != safe_point_) {
            throw std::runtime_error(replay_ + " has swaps at " + decisions.safe_point +
                                     ", not at " + safe_point_);
        }
        return decisions.swaps;
    }

    void replay() {
        for (const files::Swap& swap : swaps_to_repeat_) {
            if (swap.safe_point == SafePoints::of_process().passed()) {
                race_->repeat(swap);
            }
        }
    }

    void begin_step() {
        step_began_at_ = SafePoints::of_process().passed();
        totals_ = observed_at_ == step_began_at_ ? std::move(observed_) : observe_instances();
    }

    // Describes a swap at the current safe point.
    files::Swap here() const {
        files::Swap swap;
        swap.safe_point = SafePoints::of_process().passed();
        swap.seconds = seconds_between(began_, Clock::now());
        return swap;
    }

    void write_decisions(bool is_running) const {
        if (!race_ || !replay_.empty() || detail::run_facts().rank != 0) {
            return;
        }
        files::Decisions decisions;
        decisions.safe_point = safe_point_;
        decisions.safe_points = SafePoints::of_process().passed();
        decisions.seconds = seconds_between(began_, step_began_);
        decisions.alone = alone_;
        race_->describe(decisions, is_running);
        detail::write_run_file("decisions.json", files::to_json(decisions));
    }

    // The Optimizer of the run, which writes decisions.json. Only the thread that reaches safe
    // points uses it.
    static inline Optimizer* only_ = nullptr;

    framework::Services* services_ = nullptr;
    HookedParameters parameters_{[this](std::string_view field, const std::string& value) {
        if (field == "safe_point") {
            SafePoints::of_process().add(*this, value);
        }
    }};
    const std::string& safe_point_ = parameters_.own().add_string(
        "safe_point", "method before which components may be replaced: instance.method", "");
    const std::string& instances_ =
        parameters_.own().add_string("instances", "instances to replace, separated by spaces", "");
    const std::string& tune_ = parameters_.own().add_string(
        "tune", "parameters to tune: INSTANCE.FIELD in VALUE VALUE ...; separated by `;`", "");
    const double& exploration_ = parameters_.own().add_real(
        "exploration", "share of the run's time that trials may cost", 0.05, 0, 1);
    const std::string& require_ = parameters_.own().add_string(
        "require", "limits on quality: NAME>=NUMBER or NAME<=NUMBER, separated by spaces", "");
    const std::string& replay_ = parameters_.own().add_string(
        "replay", "decisions.json of a run; repeats its swaps and makes no others", "");
    std::optional<AssemblyRace> race_;
    std::vector<files::LeftAlone> alone_;
    NamedTotals totals_; // totals at the beginning of the step
    Clock::time_point began_;
    Clock::time_point step_began_;
    double waited_ = 0;               // for a processor, until the beginning of the step
    std::uint64_t step_began_at_ = 0; // number of the safe point
    NamedTotals observed_;
    std::uint64_t observed_at_ = 0; // number of the safe point; 0 before the first
    std::uint64_t window_steps_ = 1;
    double observing_ = std::numeric_limits<double>::infinity(); // cost of observing, in seconds
    double rest_ = 0;                                            // number of safe points to skip
    std::vector<files::Swap> swaps_to_repeat_;
    std::size_t written_ = 0; // number of swaps in decisions.json
    Clock::time_point written_at_;
    bool has_failed_ = false;
};

} // namespace

std::unique_ptr<framework::Component> make_optimizer() {
    return std::make_unique<Optimizer>();
}

} // namespace proxima::online
