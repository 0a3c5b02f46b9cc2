// An instance that the Optimizer may replace: its classes, their models, and their errors.
#pragma once

#include "optimizer/choice.hpp"
#include "optimizer/expectations.hpp"
#include "optimizer/quality_limits.hpp"
#include "optimizer/replacement_classes.hpp"

namespace proxima::online {

class Replaceable final : public Choice {
public:
    // Includes all classes of the component path that meet `limits`; if trials measure the quality,
    // also those whose quality is unknown. `knowledge` may be null.
    Replaceable(const FrameworkAccess& access, const std::string& instance,
                const QualityLimits& limits, bool is_quality_measured,
                const PerformanceKnowledgePort* knowledge);

    const std::string& name() const override { return classes_.instance(); }
    std::size_t candidates() const override { return classes_.all().size(); }
    const std::string& candidate(std::size_t number) const override;
    std::size_t active() const override { return classes_.active(); }

    std::size_t numbers() const override;
    void contribute(const NamedTotals& taken, const PerformanceKnowledgePort* knowledge,
                    const Chosen& beside, const SharedNumbers& own) override;
    std::optional<Failure> learn(const SharedNumbers& all, double steps_of_all,
                                 double step_us) override;
    std::optional<Predicted> predicted(std::size_t candidate) const override;
    void begin_anew() override { expectations_.begin_anew(); }
    bool begins_unfit() const override { return begins_unfit_; }
    void watch_exceptions(bool is_trial) override;

private:
    enum Number : std::size_t {
        calls,
        microseconds,
        exceptions,
        phase, // number of the phase's name; the maximum counts if ranks differ
        numbers_of_step
    };

    void change_to(std::size_t next) override { classes_.swap_to(next); }
    void describe(files::Decided& decided) const override;
    const std::string& active_instance() const noexcept;
    double with_calls_of(const base::Range& call_us) const;

    ReplacementClasses classes_;
    Chosen objections_; // class and reason
    Expectations expectations_;
    bool begins_unfit_ = false;
    std::string watched_;           // instance whose exceptions are watched
    std::string method_that_threw_; // method of the active instance, on this rank

    // Last measured step, from one safe point to the next.
    double step_us_ = 0;
    double calls_in_step_ = 0; // calls of one rank
    double call_us_ = 0;
};

} // namespace proxima::online
