// Which implementation of each component to take: families of implementations, what they are to do,
// and the assembly that takes least time.
//
//     const auto problem = read_selection("selection.json");
//     const auto answer = select(problem, *problem.workload, {});
//     answer.best.front().prediction.mean_us;
//
// Units: microseconds. Ownership: values. Thread-safety: as Expression.
#pragma once

#include <proxima/fit/model.hpp>
#include <proxima/select/cost_network.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::select {

struct Candidate {
    std::string name;
    std::string model_name;               ///< as models call it
    std::string class_name;               ///< as assemblies call it
    std::map<std::string, double> inputs; ///< of its models: what belongs to it, not to the work
    std::map<std::string, double> quality;
    std::size_t line = 0; ///< where the selection file names it; 0: nowhere
};

/// Implementations that may replace one another, and the instances that may be any of them.
struct Family {
    std::string name;
    std::vector<std::string> instances;
    std::vector<Candidate> implementations;
};

/// What two instances cost together if they are these implementations.
struct InteractionCost {
    std::string first;
    std::string second;
    double us = 0;          ///< in the whole run
    double us_per_call = 0; ///< of one by the other
    double stddev_us = 0;   ///< how uncertain the sum of both is
};

struct Interaction {
    std::string first; ///< instances
    std::string second;
    std::vector<InteractionCost> costs;
};

/// How the qualities of implementations make that of an assembly.
struct QualityRule {
    std::string name;
    bool is_sum = false; ///< else the worst counts
    bool more_is_better = true;
    std::optional<double> limit; ///< at least, or at most
};

/// Equal invocations.
struct InputGroup {
    std::map<std::string, double> values;     ///< of the parameters
    std::map<std::string, std::string> texts; ///< the same as people write them
    double count = 0;
};

/// Of a piece of work in one run.
struct MeasuredTime {
    double exclusive_us = 0; ///< without its callees
    double callees_us = 0;   ///< models of `time` include that
};

/// The work of an instance.
struct Work {
    std::string instance;
    std::string method;
    std::string name; ///< of both, for messages
    std::vector<InputGroup> inputs;
    std::vector<MeasuredTime> measured; ///< in each run; none of work that was not run
    double share = 1;                   ///< of the time of the run
};

/// Work that takes at most this share of a run counts as measured where models do not hold for it.
constexpr double small_share = 0.05;

struct CallCount {
    std::string from;
    std::string to;
    double calls = 0;
};

struct Workload {
    std::vector<Work> works;
    std::vector<CallCount> calls;
    std::vector<double> fixed_us; ///< time of all fixed parts, in each run
};

struct SelectionProblem {
    std::filesystem::path file; ///< for messages
    std::vector<Family> families;
    std::vector<Interaction> interactions;
    std::vector<QualityRule> qualities;
    std::vector<fit::Model> models;
    std::optional<Workload> workload;            ///< if it is not that of a run
    std::map<std::string, std::string> measured; ///< what each instance was in the runs, if known
};

/// Reads and checks a selection file and the files of models that it names; FORMAT.md describes it.
/// Throws Error.
SelectionProblem read_selection(const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& more_models = {});

/// The same from text, with these models in place of those in files.
SelectionProblem parse_selection(const std::filesystem::path& file, std::string_view text,
                                 std::vector<fit::Model> models);

/// An implementation and its models' predictions.
Candidate implementation_of(const std::vector<fit::Model>& models, const std::string& name);

/// Whether a model gives what this method of an instance takes as that implementation, for some
/// inputs at least.
bool has_model(const std::vector<fit::Model>& models, const Work& work,
               const std::string& implementation);

struct SelectionSettings {
    bool front = false; ///< all trade-offs between time and the qualities
    double level = 0.9; ///< of the interval
    /// Standard deviation between runs, relative, where fewer than two were measured.
    double assumed_variation = 0.05;
    SolverLimits limits{5};
};

struct Prediction {
    double mean_us = 0;
    double stddev_us = 0;     ///< of a new run
    double run_variation = 0; ///< relative standard deviation between runs
    base::Range interval;
};

struct Alternative {
    std::vector<std::size_t> implementations; ///< of each variable
    Prediction prediction;
    std::map<std::string, double> quality;
    bool is_tie = false;                      ///< with the answer
    std::optional<double> better_probability; ///< in truth than the answer; unset: nothing known
};

/// An instance to be chosen.
struct Variable {
    std::string instance;
    std::size_t family = 0;
    bool is_significant = true; ///< false if all that it does counts as measured
};

/// `Godunov.compute` at these values of its parameters.
struct SuggestedMeasurement {
    std::string what;
    std::vector<std::pair<std::string, double>> at;

    std::string text() const; ///< `Godunov.compute at Q = 50`
};

/// Where models cannot be relied on, and what to measure for that.
struct Unknown {
    std::string what;
    SuggestedMeasurement measurement;
};

struct Doubt {
    SuggestedMeasurement measurement; ///< that would reduce it most
    double before = 0;                ///< probability that the runner-up is better
    double after = 0;                 ///< the same once that is known exactly
};

struct SelectionAnswer {
    std::vector<Variable> variables;
    std::vector<Alternative> best;  ///< the answer, then alternatives
    std::vector<Alternative> front; ///< none is better in one and nowhere worse
    bool is_optimal = false;        ///< no assembly has less by the models
    double gap = 0;
    std::size_t width = 0;
    bool is_elimination = false;
    std::vector<Unknown> not_known; ///< predictions outside of a domain, or negative
    std::optional<Doubt> doubt;
    double as_measured_us = 0;  ///< small, and not known by models: no choice saves more
    std::size_t runs = 0;       ///< that were measured
    bool is_calibrated = false; ///< it is known what all instances were in the runs
    std::vector<std::string> warnings;

    /// Whether the optimum of the models is proven, and they hold where they were used.
    bool is_proven() const { return is_optimal && not_known.empty(); }

    /// What would make the answer more certain.
    std::optional<SuggestedMeasurement> next_measurement() const;
};

/// Throws Error where a model is missing or has no value, where no assembly satisfies what is
/// required, and where there are more trade-offs than can be listed.
SelectionAnswer select(const SelectionProblem& problem, const Workload& workload,
                       const SelectionSettings& settings);

} // namespace proxima::select
