#include "component/factories.hpp"
#include "component/hooked_parameters.hpp"
#include "observation/job_totals.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/online/monitor.hpp>

#include <mutex>
#include <optional>
#include <utility>

namespace proxima::online {
namespace {

// The component class JobMonitor. Its port `observation` shows what the ranks of the job or of a
// node had measured together, two or four safe points ago: the methods and MPI routines that take
// most time on the first rank, each added up over its users. When ranks no longer reach safe points
// together, it shows the measurements of its own process.
class JobMonitor final : public framework::Component,
                         public PerformanceObservationPort,
                         public Participant {
public:
    void set_services(framework::Services& services) override {
        services.provide<PerformanceObservationPort>("observation", *this);
        services.provide<framework::ParameterPort>("parameters", parameters_);
    }

    void release_services() noexcept override { SafePoints::of_process().remove(*this); }

    std::shared_ptr<const Observation> observe() override {
        const std::lock_guard lock(mutex_);
        return is_alone_ ? std::make_shared<const Observation>(online::observe()) : job_;
    }
    std::shared_ptr<const Observation> last_window() override {
        const std::lock_guard lock(mutex_);
        return window_;
    }

    std::size_t begin() override {
        const bool is_first = scope() == detail::RankScope::job
                                  ? detail::run_facts().rank == 0
                                  : detail::rank_reduction(scope()).rank == 0;
        totals_.emplace(is_first);
        return JobTotals::numbers;
    }
    void contribute(const SharedNumbers& own) override {
        totals_->contribute(online::observe(), own);
    }
    void act(const SharedNumbers& all) override {
        auto now = std::make_shared<const Observation>(totals_->learn(all));
        const std::lock_guard lock(mutex_);
        window_ = std::make_shared<const Observation>(*now - *job_);
        job_ = std::move(now);
    }
    void alone(const std::string&) override {
        const std::lock_guard lock(mutex_);
        is_alone_ = true;
    }
    void failed(const std::string& problem) noexcept override {
        detail::say("the " + scope_ + " is no longer observed: " + problem);
    }

private:
    detail::RankScope scope() const {
        return scope_ == "node" ? detail::RankScope::node : detail::RankScope::job;
    }

    std::optional<JobTotals> totals_; // used only by the thread that reaches safe points
    std::mutex mutex_;                // guards the next three
    std::shared_ptr<const Observation> job_ = std::make_shared<const Observation>();
    std::shared_ptr<const Observation> window_ = std::make_shared<const Observation>();
    bool is_alone_ = false;
    HookedParameters parameters_{[this](std::string_view, const std::string&) {
        SafePoints::of_process().remove(*this);
        if (!safe_point_.empty()) {
            SafePoints::of_process().add(*this, safe_point_, scope());
        }
    }};
    const std::string& safe_point_ = parameters_.own().add_string(
        "safe_point", "method before which ranks add up: instance.method", "");
    const std::string& scope_ = parameters_.own().add_choice(
        "scope", "whose ranks add up: those of the job, or of its node", "job", {"job", "node"});
};

} // namespace

std::unique_ptr<framework::Component> make_job_monitor() {
    return std::make_unique<JobMonitor>();
}

} // namespace proxima::online
