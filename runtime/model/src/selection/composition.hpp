// The costs of all choices, and what the differences between assemblies rest on.
#pragma once

#include "selection/model_use.hpp"

#include <proxima/model/selection.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace proxima::model {

class Composition {
public:
    /// Throws Error. An implementation whose model is negative is forbidden.
    Composition(const SelectionProblem& problem, const Workload& workload);

    const std::vector<Variable>& variables() const { return variables_; }
    const CostNetwork& mean() const { return mean_; }
    const CostNetwork& variance() const { return variance_; }
    double fixed_us() const { return fixed_us_; }
    double as_measured_us() const { return as_measured_us_; }
    bool knows_uncertainty() const { return knows_uncertainty_; }

    /// Where models were used outside of their domains, or are negative; by calls, most first.
    std::vector<Unknown> not_known() const;

    /// Variance of the difference of two assemblies' means by what it comes from: the number of a
    /// model, or beyond those of an interaction.
    std::map<std::size_t, double> difference(const Assignment& one, const Assignment& other) const;

    /// What would tell most of such a source.
    Measurement measurement(std::size_t source, const Assignment& one,
                            const Assignment& other) const;

private:
    void make_variable(const std::string& instance, std::size_t family);
    std::optional<std::vector<ChoiceCost>> costs_of(const Work& work, const Family& family) const;
    void make_networks();
    void add_common_errors(std::size_t one, std::size_t other);
    void forbid_negative();
    void add_interaction(const Interaction& interaction);
    std::size_t variable(const std::string& instance) const;
    double calls_between(const Interaction& interaction) const;
    std::map<std::size_t, Reliance> difference_of_reliances(const Assignment& one,
                                                            const Assignment& other) const;
    bool applies(const Interaction& interaction, const InteractionCost& cost,
                 const Assignment& assignment) const;
    const Implementation& chosen(std::size_t variable, const Assignment& assignment) const;

    const SelectionProblem& problem_;
    const Workload& workload_;
    ModelUse models_;
    std::vector<Variable> variables_;
    std::vector<std::vector<ChoiceCost>> costs_; ///< of each variable and implementation
    CostNetwork mean_;
    CostNetwork variance_;
    double fixed_us_;
    double as_measured_us_ = 0;
    bool knows_uncertainty_ = false;
};

} // namespace proxima::model
