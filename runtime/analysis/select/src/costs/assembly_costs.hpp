// The costs of all assemblies, and the sources of their uncertainty.
#pragma once

#include "costs/pair_costs.hpp"

#include <proxima/select/selection.hpp>

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace proxima::select {

// A part of an error; infinite degrees of freedom: its variance is known.
struct ErrorPart {
    double variance = 0;
    double degrees = std::numeric_limits<double>::infinity();
};

// Errors of the difference of two assemblies' means: those that they do not share.
struct DifferenceError {
    std::map<std::size_t, ErrorPart> of_models; // by model
    std::vector<ErrorPart> others;              // slow-downs, models of few runs

    // Probability that a difference measured as `mean_us` is below 0, unless it is exact.
    std::optional<double> probability_below_zero(double mean_us) const;
};

class AssemblyCosts {
public:
    // Forbids implementations whose model is negative. Throws Error.
    AssemblyCosts(const SelectionProblem& problem, const Workload& workload);

    const std::vector<Variable>& variables() const { return variables_; }
    // Costs of the choices in a run, without its fixed parts.
    const CostNetwork& costs() const { return network_; }
    double fixed_us() const;
    double scaling_error() const { return workload_.scaling_error; }
    double as_measured_us() const { return as_measured_us_; }
    // True if the implementations of all instances in the runs are known.
    bool is_calibrated() const { return is_calibrated_; }

    // Time of an assembly in each measured run; one value for work that was not run.
    std::vector<double> run_times(const Assignment& assignment) const;

    // Variance of the invocations about their models.
    double noise(const Assignment& assignment) const { return sum(&ChoiceCost::noise, assignment); }

    // Standard error of models that come from few runs, in standard deviations between runs.
    double few_runs_us(const Assignment& assignment) const {
        return sum(&ChoiceCost::few_runs_us, assignment);
    }

    // Squared half width of the interval that holds an assembly's mean with probability `level`,
    // from the uncertainty of models and slow-downs. For a `level` of 0: their variance.
    double model_error(const Assignment& assignment, double level) const;

    // Uses of models outside of their domains, and negative models; those with most calls first.
    std::vector<Unknown> not_known() const;

    // `run_variation` is the standard deviation between runs, as a share of the mean. Unset if a
    // model in which the assemblies differ has no interval.
    std::optional<DifferenceError> difference(const Assignment& one, const Assignment& other,
                                              double run_variation) const;

    // Measurement that would tell most about a model.
    SuggestedMeasurement measurement(std::size_t model, const Assignment& one,
                                     const Assignment& other) const;

private:
    double sum(double ChoiceCost::* part, const Assignment& assignment) const;
    void add_works(std::size_t variable);
    void add_pair(const Work& work, std::size_t variable, std::size_t partner);
    std::optional<std::vector<ChoiceCost>> costs_of(const Work& work, const Family& family) const;
    std::optional<std::vector<ChoiceCost>> pair_costs_of(const Work& work, std::size_t variable,
                                                         std::size_t partner) const;
    void take_as_measured(const Work& work);
    Unknown never_together(const PairCosts& pair, std::size_t at) const;
    ChoiceCost over_partners(std::size_t variable, std::size_t choice) const;
    void make_network();
    void forbid_negative();
    void forbid(const Choice& one, const Choice& other);
    std::size_t variable(const std::string& instance) const;
    void add_sensitivities(const Assignment& assignment, double sign, Sensitivities& sums) const;
    std::optional<std::size_t> measured_as(const std::string& instance, const Family& family) const;
    const Candidate& chosen(std::size_t variable, const Assignment& assignment) const;
    Work work_in(const Work& work, std::size_t variable, const Assignment& assignment) const;
    std::vector<const ChoiceCost*> costs_in(const Assignment& assignment) const;

    const SelectionProblem& problem_;
    const Workload& workload_;
    CostPredictor models_;
    std::vector<Variable> variables_;
    std::vector<std::vector<ChoiceCost>> costs_; // costs by variable and implementation
    std::vector<PairCosts> pairs_;               // of works with conditions on other classes
    CostNetwork network_;
    std::vector<double> fixed_us_; // time outside of the variables in each run
    double as_measured_us_ = 0;
    bool is_calibrated_ = true;
};

// Predicts the mean over the measured runs, each replayed with this assembly, and the interval of a
// new run. FORMAT.md lists the parts of the interval.
Prediction predict(const AssemblyCosts& costs, const Assignment& assignment, std::size_t runs,
                   const SelectionSettings& settings);

} // namespace proxima::select
