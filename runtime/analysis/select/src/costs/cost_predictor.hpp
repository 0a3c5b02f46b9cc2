// The cost of a piece of work as an implementation, by its models.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/select/selection.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::select {

// `Godunov.compute`
std::string title(const fit::Model& model);

using fit::short_number;

// How what a choice costs depends on a model being right: the sum of the gradients of its mean
// over all invocations, and what is added for those outside of its domain.
struct Sensitivity {
    std::vector<double> gradient;
    double extrapolation_us = 0;
};

// Calls outside the validity of a model.
struct InvalidUse {
    double calls = 0;
    base::Range used;           // values of the input
    std::vector<double> values; // of all inputs, where it is furthest off
};

// The cost of an instance as one implementation.
struct ChoiceCost {
    double model_us = 0; // by its model, with callees where the model includes them
    bool includes_callees = false;
    std::vector<double> us; // in each run; of work that was not run: once
    double noise = 0;       // variance, of the invocations about the mean
    double few_runs_us = 0; // in standard deviations between runs: the models come from few
    double slowdown_us = 0; // what runs took longer than another implementation's model
    std::size_t runs = 0;   // of the model that comes from fewest; 0: not known
    std::map<std::size_t, Sensitivity> sensitivities;                  // by model
    std::map<std::pair<std::size_t, std::size_t>, InvalidUse> outside; // by model and input
    std::map<std::size_t, InvalidUse> negative;                        // by model
    std::string failure; // why no model predicts it; else empty

    bool holds() const { return failure.empty() && outside.empty() && negative.empty(); }
    double mean_us() const;
    void add(const ChoiceCost& other);
};

class CostPredictor {
public:
    // `models` must outlive this.
    explicit CostPredictor(const std::vector<fit::Model>& models);

    ChoiceCost cost(const Work& work, const Candidate& implementation) const;

    // Of what two choices cost, by one model.
    double covariance(std::size_t model, const Sensitivity& one, const Sensitivity& other) const;

    // The input of `work` whose measurement would tell most of the model where `sensitivity` is how
    // a comparison depends on it, and how much; 0 where the work does not use that model.
    std::pair<double, std::vector<double>>
    most_informative_input(std::size_t model, const Sensitivity& sensitivity, const Work& work,
                           const Candidate& implementation) const;

    SuggestedMeasurement measurement(std::size_t model, const std::vector<double>& values) const;

private:
    // A model and the values of its inputs, or the reason for its absence.
    struct Found {
        std::size_t model = 0;
        std::vector<double> values;
        std::string failure;
    };

    std::vector<std::size_t> models_for(const Work& work, const Candidate& implementation) const;
    Found find(const std::vector<std::size_t>& models, const Work& work,
               const Candidate& implementation, const InputGroup& input) const;
    void add_input(const Found& found, const Work& work, double calls, ChoiceCost& cost) const;
    void add_outside(const Found& found, double calls, double mean, ChoiceCost& cost) const;

    const std::vector<fit::Model>& models_;
    std::multimap<std::string, std::size_t> by_implementation_;
};

// From the modelled time of the work to its time in each run, and how certain that is. An
// implementation takes in a run the time of its model, times how much longer than its own model
// the implementation took that was there (`had`); that one takes what was measured. Where it is
// not known which was there, only how runs differ counts.
void replay(const Work& work, std::optional<std::size_t> measured, std::vector<ChoiceCost>& costs);

} // namespace proxima::select
