// Selects an implementation for each component: families of implementations, their work, and the
// fastest assembly.
//
//     const select::SelectionProblem problem = select::read_selection("selection.json");
//     const select::SelectionAnswer answer = select::select(problem, *problem.workload, {});
//     std::cout << answer.best.front().prediction.mean_us << " us\n";
//
// Units: microseconds.
// Ownership: values.
// Thread safety: one thread at a time uses the same problem, also through const.
// Errors: functions throw base::Error with file and, if known, line.
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
    std::string model_name; ///< name in models
    std::string class_name; ///< name in assemblies
    std::map<std::string, double>
        inputs; ///< inputs of its models that belong to it, not to the work
    std::map<std::string, double> quality;
    std::size_t line = 0; ///< line of the selection file that names it; 0: none
};

/// Implementations that may replace one another, and the instances that may be any of them.
struct Family {
    std::string name;
    std::vector<std::string> instances;
    std::vector<Candidate> implementations;
};

/// An instance and an implementation that it may have.
using Choice = std::pair<std::string, std::string>;

/// Composes the quality of an assembly from those of its implementations.
struct QualityRule {
    std::string name;
    bool is_sum = false; ///< else the worst counts
    bool more_is_better = true;
    std::optional<double> limit; ///< at least this if more is better, else at most
};

/// Equal invocations.
struct InputGroup {
    std::map<std::string, double> values;     ///< by parameter
    std::map<std::string, std::string> texts; ///< the same values as people write them
    double count = 0;
};

/// Time of a piece of work in one run.
struct MeasuredTime {
    double exclusive_us = 0; ///< time without callees
    double callees_us = 0;   ///< models of `time` include this
};

/// The invocations of a method of an instance.
struct Work {
    std::string instance;
    std::string method;
    std::string name; ///< instance and method, for messages
    std::vector<InputGroup> inputs;
    std::vector<MeasuredTime> measured; ///< times in each run; empty for work that was not run
    double share = 1;                   ///< share of the run's time
};

/// Work with at most this share of a run counts as measured if models do not hold for it.
constexpr double small_share = 0.05;

struct Workload {
    std::vector<Work> works;
    std::vector<double> fixed_us; ///< time of everything without a choice, in each run
    double scaling_error = 0;     ///< relative standard deviation of all times; see scaled_run.hpp
};

struct SelectionProblem {
    std::filesystem::path file; ///< name in messages
    std::vector<Family> families;
    std::vector<std::pair<Choice, Choice>> forbidden; ///< not to be chosen together
    std::vector<QualityRule> qualities;
    std::vector<fit::Model> models;
    std::optional<Workload> workload;            ///< unset: the work of a run
    std::map<std::string, std::string> measured; ///< known implementations of instances in the runs
};

/// Reads and checks a selection file and the files of models that it names; FORMAT.md describes it.
/// Throws Error.
SelectionProblem read_selection(const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& more_models = {});

/// Reads a selection from text, with these models in place of those in files. Throws Error.
SelectionProblem parse_selection(const std::filesystem::path& file, std::string_view text,
                                 std::vector<fit::Model> models);

/// Makes a candidate with this name in models and assemblies, and the qualities of its models.
Candidate implementation_of(const std::vector<fit::Model>& models, const std::string& name);

/// Returns whether a model predicts the time of this work as that implementation, for some inputs
/// at least.
bool has_model(const std::vector<fit::Model>& models, const Work& work,
               const std::string& implementation);

struct SelectionSettings {
    bool front = false; ///< find all trade-offs between time and the qualities
    double level = 0.9; ///< probability of the interval
    /// Relative standard deviation between runs, assumed if fewer than two were measured.
    double assumed_variation = 0.05;
    SolverLimits limits{5};
};

struct Prediction {
    double mean_us = 0;
    double stddev_us = 0;     ///< standard deviation of a new run
    double run_variation = 0; ///< relative standard deviation between runs
    base::Range interval;
};

struct Alternative {
    std::vector<std::size_t> implementations; ///< implementation of each variable
    Prediction prediction;
    std::map<std::string, double> quality;
    bool is_tie = false; ///< true if it is as fast as the answer
    /// Probability that it is truly faster than the answer; unset if unknown.
    std::optional<double> better_probability;
};

/// An instance with a choice.
struct Variable {
    std::string instance;
    std::size_t family = 0;
    bool is_significant = true; ///< false if all its work counts as measured
};

/// A method to measure, and the values of its parameters.
struct SuggestedMeasurement {
    std::string what;
    std::vector<std::pair<std::string, double>> at;

    std::string text() const; ///< `Godunov.compute at Q = 50`
};

/// A prediction that cannot be relied on, and what to measure for it.
struct Unknown {
    std::string what;
    SuggestedMeasurement measurement;
};

struct Doubt {
    SuggestedMeasurement measurement; ///< the one that would reduce the doubt most
    double before = 0;                ///< probability that the runner-up is better
    double after = 0; ///< the same probability if the measured cost were known exactly
};

struct SelectionAnswer {
    std::vector<Variable> variables;
    std::vector<Alternative> best;  ///< the answer, then alternatives
    std::vector<Alternative> front; ///< the Pareto front of time and qualities
    bool is_optimal = false;        ///< no assembly is faster by the models
    double gap = 0;                 ///< relative bound on how much faster an assembly might be
    std::size_t width = 0;          ///< width of the elimination order
    bool is_elimination = false;    ///< solved by elimination; else by branch and bound
    std::vector<Unknown> not_known; ///< predictions outside of a domain, or negative
    std::optional<Doubt> doubt;
    double as_measured_us = 0;  ///< small work that no model predicts: no choice of it saves more
    std::size_t runs = 0;       ///< number of measured runs
    bool is_calibrated = false; ///< the implementations of all instances in the runs are known
    std::vector<std::string> warnings;

    /// True if the optimum of the models is proven, and the models hold where they were used.
    bool is_proven() const { return is_optimal && not_known.empty(); }

    /// Returns the measurement that would make the answer more certain, if one would.
    std::optional<SuggestedMeasurement> next_measurement() const;
};

/// Finds the fastest assembly within the limits of the qualities. Throws Error if a model is
/// missing or has no value, if no assembly satisfies the limits, and if there are too many
/// trade-offs.
SelectionAnswer select(const SelectionProblem& problem, const Workload& workload,
                       const SelectionSettings& settings);

/// Returns the classes of the best assembly by instance, without instances for which any would do.
std::map<std::string, std::string> chosen_classes(const SelectionProblem& problem,
                                                  const SelectionAnswer& answer);

} // namespace proxima::select
