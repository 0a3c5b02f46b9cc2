// The costs of all assemblies, and the sources of their uncertainty.
#pragma once

#include "costs/work_costs.hpp"

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

// Errors of an assembly's mean, or of the difference of two: those that they do not share.
struct AssemblyError {
    std::map<std::size_t, ErrorPart> of_models; // by model
    bool has_intervals = true;                  // all of these models have
    ErrorPart of_slowdown;
    double few_runs_us = 0; // of models of few runs, in standard deviations between runs
    ErrorPart of_few_runs;

    // Squared half width of the interval that holds the mean with probability `level`, without
    // the part of few runs. For a `level` of 0: the variance.
    double squared_half_width(double level) const;
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
    double scaling_error() const { return workload_.scaling_error; }
    double as_measured_us() const { return as_measured_us_; }
    // True if the implementations of all instances in the runs are known.
    bool is_calibrated() const { return is_calibrated_; }

    // Time of an assembly in each measured run; one value for work that was not run.
    std::vector<double> run_times(const Assignment& assignment) const;

    // Variance of the invocations about their models.
    double noise(const Assignment& assignment) const;

    // Uses of models outside of their domains, and negative models; those with most calls first.
    std::vector<Unknown> not_known() const;

    AssemblyError error(const Assignment& assignment) const;
    // Errors of the difference; `run_variation` is the standard deviation between runs, as a share
    // of the mean.
    AssemblyError difference(const Assignment& one, const Assignment& other,
                             double run_variation) const;

    // Measurement that would tell most about a model.
    SuggestedMeasurement measurement(std::size_t model, const Assignment& one,
                                     const Assignment& other) const;

private:
    void add_works(std::size_t variable);
    void add_work(const Work& work, std::size_t variable);
    void take_as_measured(const Work& work);
    Unknown never_together(const WorkCosts& pair, std::size_t at) const;
    ChoiceCost over_partners(std::size_t variable, std::size_t choice) const;
    void make_network();
    void require_choices() const;
    void forbid(const Choice& one, const Choice& other);
    std::size_t variable(const std::string& instance) const;
    using Costs = std::vector<const ChoiceCost*>; // of all works in an assembly

    Costs costs_in(const Assignment& assignment) const;
    AssemblyError error(const Costs& costs, const Costs& others) const;
    static Sensitivities sensitivities(const Costs& costs, const Costs& others);
    std::optional<std::size_t> measured_as(std::size_t variable) const;
    const Family& family(std::size_t variable) const {
        return problem_.families[variables_[variable].family];
    }
    const Candidate& chosen(std::size_t variable, const Assignment& assignment) const;
    Work work_in(const Work& work, std::size_t variable, const Assignment& assignment) const;

    const SelectionProblem& problem_;
    const Workload& workload_;
    CostPredictor models_;
    std::vector<Variable> variables_;
    std::vector<WorkCosts> works_;
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
