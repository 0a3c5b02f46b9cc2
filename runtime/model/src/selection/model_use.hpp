// What models say that a piece of work takes as an implementation.
#pragma once

#include <proxima/model/selection.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::model {

/// `Godunov.compute`
std::string title(const Model& model);

/// As messages write numbers.
std::string short_number(double value);

/// How what a choice costs depends on a model being right: the sum of the gradients of its mean
/// over all invocations, and what is added for those outside of its domain.
struct Reliance {
    std::vector<double> gradient;
    double extrapolation_us = 0;
};

/// Calls that a model cannot be relied on for.
struct Misuse {
    double calls = 0;
    Range used;                 ///< values of the input
    std::vector<double> values; ///< of all inputs, where it is furthest off
};

struct ChoiceCost {
    double mean_us = 0;
    double noise = 0;                          ///< variance, of the invocations about the mean
    std::map<std::size_t, Reliance> reliances; ///< by model
    std::map<std::pair<std::size_t, std::size_t>, Misuse> outside; ///< by model and input
    std::map<std::size_t, Misuse> negative;                        ///< by model
    std::string failure; ///< why models do not say what it takes; else empty

    void add(const ChoiceCost& other);
};

class ModelUse {
public:
    /// `models` must outlive this.
    explicit ModelUse(const std::vector<Model>& models);

    ChoiceCost cost(const Work& work, const Implementation& implementation) const;

    /// Of what two choices cost, by one model.
    double covariance(std::size_t model, const Reliance& one, const Reliance& other) const;

    /// The input of `work` whose measurement would tell most of the model where `reliance` is how a
    /// comparison depends on it, and how much; 0 where the work does not use that model.
    std::pair<double, std::vector<double>>
    telling_input(std::size_t model, const Reliance& reliance, const Work& work,
                  const Implementation& implementation) const;

    Measurement measurement(std::size_t model, const std::vector<double>& values) const;

private:
    /// A model, and the values of its inputs; or why there is none.
    struct Found {
        std::size_t model = 0;
        std::vector<double> values;
        std::string failure;
    };

    std::vector<std::size_t> models_for(const Work& work,
                                        const Implementation& implementation) const;
    Found find(const std::vector<std::size_t>& models, const Work& work,
               const Implementation& implementation, const InputGroup& input) const;
    void add_input(const Found& found, const Work& work, double calls, ChoiceCost& cost) const;
    void add_outside(const Found& found, double calls, double mean, ChoiceCost& cost) const;

    const std::vector<Model>& models_;
    std::multimap<std::string, std::size_t> by_implementation_;
};

} // namespace proxima::model
