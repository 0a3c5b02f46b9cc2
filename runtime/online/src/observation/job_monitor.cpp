#include "observation/job_totals.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/online/job_monitor.hpp>

#include <mutex>
#include <optional>
#include <utility>

namespace proxima::online {

class JobMonitor::Implementation final : public PerformanceObservationPort, public Participant {
public:
    void set_services(framework::Services& services) {
        services.provide<PerformanceObservationPort>("observation", *this);
        services.provide<framework::ParameterPort>("parameters", parameters_);
    }

    void end() noexcept { SafePoints::of_process().remove(*this); }

    std::shared_ptr<const Observation> observe() override {
        const std::lock_guard lock(mutex_);
        return is_alone_ ? std::make_shared<const Observation>(online::observe()) : job_;
    }
    std::shared_ptr<const Observation> last_window() override {
        const std::lock_guard lock(mutex_);
        return window_;
    }

    std::size_t begin() override {
        totals_.emplace(detail::run_facts().rank == 0);
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
    void alone() override {
        const std::lock_guard lock(mutex_);
        is_alone_ = true;
    }
    void failed(const std::string& problem) noexcept override {
        detail::say("the job is not observed any more: " + problem);
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
            SafePoints::of_process().add(owner_, safe_point_);
        }

    private:
        Implementation& owner_;
        framework::Parameters own_;
        const std::string& safe_point_ =
            own_.add_string("safe_point", "method before which ranks add up: instance.method", "");
    };

    std::optional<JobTotals> totals_; // of the thread that reaches safe points
    std::mutex mutex_;                // of the next three
    std::shared_ptr<const Observation> job_ = std::make_shared<const Observation>();
    std::shared_ptr<const Observation> window_ = std::make_shared<const Observation>();
    bool is_alone_ = false;
    OwnParameters parameters_{*this};
};

JobMonitor::JobMonitor() : implementation_(std::make_unique<Implementation>()) {
}

JobMonitor::~JobMonitor() = default;

void JobMonitor::set_services(framework::Services& services) {
    implementation_->set_services(services);
}

void JobMonitor::release_services() noexcept {
    implementation_->end();
}

} // namespace proxima::online
