// Predicts the cost of a piece of work as an implementation, by its models.
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

// Names a model in messages: `Godunov.compute`.
std::string title(const fit::Model& model);

using fit::short_number;

// True if the model predicts times of this work as that implementation.
bool is_model_of(const fit::Model& model, const Work& work, const std::string& implementation);

// Sensitivity of a cost to errors of a model: the sum of the gradients of its mean over all
// invocations, and the additional error of invocations outside of its domain.
struct Sensitivity {
    std::vector<double> gradient;
    double extrapolation_us = 0;
};

using Sensitivities = std::map<std::size_t, Sensitivity>; // by model

// Adds `more`, times `factor`, to `sums`.
void add(const Sensitivities& more, double factor, Sensitivities& sums);

// Calls for which a model does not hold.
struct InvalidUse {
    double calls = 0;
    base::Range used;           // range of the input's values
    std::vector<double> values; // all inputs of the call that is furthest off
};

// The cost of an instance as one implementation.
struct ChoiceCost {
    double model_us = 0; // time by its model, with callees if the model includes them
    bool includes_callees = false;
    std::vector<double> us; // time in each run; one value for work that was not run
    double noise = 0;       // variance of the invocations about the mean
    double few_runs_us = 0; // error of models from few runs, in standard deviations between runs
    double slowdown_us = 0; // measured time beyond the measured implementation's model
    std::size_t runs = 0;   // runs of the model that comes from fewest; 0: unknown
    Sensitivities sensitivities;
    std::map<std::pair<std::size_t, std::size_t>, InvalidUse> outside; // by model and input
    std::map<std::size_t, InvalidUse> negative;                        // by model
    std::string failure; // reason why no model predicts it; else empty

    bool holds() const { return failure.empty() && outside.empty() && negative.empty(); }
    double mean_us() const;
    // Adds the uses of models where they do not hold.
    void add_uses(const ChoiceCost& other);
};

class CostPredictor {
public:
    // `models` must outlive this.
    explicit CostPredictor(const std::vector<fit::Model>& models);

    ChoiceCost cost(const Work& work, const Candidate& implementation) const;

    // Covariance of two costs by errors of one model.
    double covariance(std::size_t model, const Sensitivity& one, const Sensitivity& other) const;

    // Finds the input of `work` whose measurement would tell most about a comparison with this
    // `sensitivity` to the model. Returns the gain, 0 if the work does not use the model, and the
    // input.
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

// Computes the time of the work in each run, and its uncertainty. The implementation that was
// `measured` takes its measured time. Others take the time of their models, times the ratio of
// measured and modelled time of the measured one. If that is unknown, or its model does not hold,
// the ratio is that of the run's time and the mean over the runs.
void replay(const Work& work, std::optional<std::size_t> measured, std::vector<ChoiceCost>& costs);

} // namespace proxima::select
