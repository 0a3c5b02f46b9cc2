// From models and work to the costs of choices.
#pragma once

#include "selection/model_remarks.hpp"

#include <proxima/model/selection.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace proxima::model {

/// How what a choice costs depends on a model being right: the sum of the gradients of its mean
/// over all invocations, and what is added for those outside of its domain.
struct Reliance {
    std::size_t model = 0;
    std::vector<double> gradient;
    double extrapolation_us = 0;
};

/// One implementation for one instance.
struct ChoiceCost {
    double mean_us = 0;
    double noise = 0; ///< variance, of the invocations about the mean
    std::vector<Reliance> reliances;
};

/// The costs of all choices, and what the differences between assemblies rest on.
class Composition {
public:
    enum class Part { kept, whole };

    /// Throws Error; appends to `warnings`.
    Composition(const SelectionProblem& problem, const Workload& workload, bool strict, Part part,
                std::vector<std::string>& warnings);

    const std::vector<Variable>& variables() const { return variables_; }
    const CostNetwork& mean() const { return mean_; }
    const CostNetwork& variance() const { return variance_; }

    /// Variance of the difference of two assemblies' means by what it comes from: the number of a
    /// model, or beyond those of an interaction.
    std::map<std::size_t, double> difference(const Assignment& one, const Assignment& other) const;
    std::string name_of_source(std::size_t source) const;

    const ChoiceCost& cost(std::size_t variable, std::size_t implementation) const {
        return costs_[variable][implementation];
    }
    /// Of a choice: the part of its variance that repeating its calls does not average out.
    double variance_of_models(const ChoiceCost& cost) const;

    bool knows_uncertainty() const { return knows_uncertainty_; }

private:
    void make_variables();
    void make_costs(bool strict, Part part);
    ChoiceCost cost_of(const Variable& variable, const Implementation& implementation, bool strict,
                       Part part);
    void add_work(const Work& work, const Implementation& implementation, bool strict,
                  ChoiceCost& cost);
    std::vector<std::size_t> models_for(const Work& work,
                                        const Implementation& implementation) const;
    std::size_t model_for(const std::vector<std::size_t>& models, const Work& work,
                          const Implementation& implementation, const InputGroup& input) const;
    std::vector<double> values_for(const Model& model, const Work& work,
                                   const Implementation& implementation,
                                   const InputGroup& input) const;
    void add_input(const Work& work, const Implementation& implementation, const InputGroup& input,
                   std::size_t model, bool strict, ChoiceCost& cost);
    Reliance& reliance(ChoiceCost& cost, std::size_t model) const;
    void note_outside(std::size_t model, const Work& work, double value, double count,
                      const Input& input, bool strict);
    double covariance(const Reliance& one, const Reliance& other) const;
    void make_networks();
    void add_interactions();
    double calls_between(const Interaction& interaction) const;
    static double variance_of(const InteractionCost& cost, double calls);

    const SelectionProblem& problem_;
    const Workload& workload_;
    std::multimap<std::string, std::size_t> models_; ///< by implementation
    std::vector<Variable> variables_;
    std::vector<std::vector<ChoiceCost>> costs_; ///< of each variable and implementation
    ModelRemarks remarks_;
    CostNetwork mean_;
    CostNetwork variance_;
    bool knows_uncertainty_ = false;
};

} // namespace proxima::model
