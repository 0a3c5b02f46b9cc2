// Which implementation of each component to take: families of implementations, what they are to do,
// and the assembly that takes least time.
//
// Units: microseconds. Ownership: values. Thread-safety: as Expression.
#pragma once

#include <proxima/model/cost_network.hpp>
#include <proxima/model/model.hpp>
#include <proxima/model/trade_offs.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::model {

struct Implementation {
    std::string name;
    std::string model_name;               ///< as models call it
    std::string class_name;               ///< as assembly scripts call it
    std::map<std::string, double> inputs; ///< of its models: what belongs to it, not to the work
    std::map<std::string, double> quality;
    std::size_t line = 0; ///< where the selection file names it; 0: nowhere
};

/// Implementations that may replace one another, and the instances that may be any of them.
struct Family {
    std::string name;
    std::vector<std::string> instances;
    std::vector<Implementation> implementations;
};

/// What two instances cost together if they are these implementations.
struct InteractionCost {
    std::string first;
    std::string second;
    double us = 0;                 ///< in the whole run
    double us_per_call = 0;        ///< of one by the other
    double stddev_us = 0;          ///< how uncertain the sum of both is
    double stddev_us_per_call = 0; ///< and for each call
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

/// What an instance has to do.
struct Work {
    std::string instance;
    std::string method;
    std::string name; ///< of both, for messages
    std::vector<InputGroup> inputs;
    double callees_us = 0;   ///< measured in what it calls; models of `time` include that
    bool is_dropped = false; ///< by pruning
    std::string caller = {}; ///< an instance in a family; empty: others, or not known
    double exclusive_us = 0; ///< measured, without what it calls
};

struct CallCount {
    std::string from;
    std::string to;
    double calls = 0;
};

struct Workload {
    std::vector<Work> works;
    std::vector<CallCount> calls;
    double fixed_us = 0;   ///< time of what is not to be chosen
    double dropped_us = 0; ///< measured time that pruning has dropped
};

struct SelectionProblem {
    std::filesystem::path file; ///< for messages
    std::vector<Family> families;
    std::vector<Interaction> interactions;
    std::vector<QualityRule> qualities;
    std::vector<Model> models;
    std::optional<Workload> workload; ///< if it is not that of a run
};

/// Reads and checks a selection file and the files of models that it names; FORMAT.md describes it.
/// Throws Error.
SelectionProblem read_selection(const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& more_models = {});

/// The same from text, with these models in place of those in files; files that it names are not
/// read.
SelectionProblem parse_selection(const std::filesystem::path& file, std::string_view text,
                                 std::vector<Model> models);

/// An implementation with what its models say of it.
Implementation implementation_of(const std::vector<Model>& models, const std::string& name);

/// Whether a model says what this method of an instance takes as that implementation, for some
/// inputs at least.
bool has_model(const std::vector<Model>& models, const Work& work,
               const std::string& implementation);

struct SelectionSettings {
    double sigmas = 0;   ///< minimise the mean and this many standard deviations
    bool strict = false; ///< refuse inputs outside of a model's domain
    bool front = false;  ///< all trade-offs between time and the qualities
    double level = 0.9;  ///< of the interval
    SolverLimits limits{5};
};

struct Prediction {
    double mean_us = 0;
    double stddev_us = 0; ///< of a run: noise, and models that are uncertain
    Range interval;
};

struct Alternative {
    std::vector<std::size_t> implementations; ///< of each variable
    Prediction prediction;
    double objective = 0;
    std::map<std::string, double> quality;
    bool is_tie = false;
    std::optional<double> better_probability; ///< in truth than the answer; unset: nothing known
};

struct Variable {
    std::string instance;
    std::size_t family = 0;
    bool is_significant = true; ///< false if pruning has dropped all that it does
};

struct Doubt {
    std::string measurement; ///< that would reduce it most
    double before = 0;       ///< probability that the runner-up is better
    double after = 0;        ///< the same once that is known exactly
};

struct PruningEffect {
    bool is_known = false; ///< models cover what was dropped
    bool same_answer = true;
    double lost_us = 0;  ///< by the answer against the best for the whole graph
    double bound_us = 0; ///< nothing that was dropped can save more
};

struct SelectionAnswer {
    std::vector<Variable> variables;
    std::vector<Alternative> best; ///< the answer, then alternatives
    std::vector<Alternative> front;
    bool is_whole_front = true; ///< else the fastest ones, before time was up
    bool is_optimal = false;
    double gap = 0;
    std::size_t width = 0;
    bool is_exact_elimination = false;
    std::optional<Doubt> doubt;
    PruningEffect pruning;
    std::vector<std::string> warnings;
};

/// Throws Error where a model is missing, has no value, or (strict) is used outside of its domain,
/// and where no assembly satisfies what is required.
SelectionAnswer select(const SelectionProblem& problem, const Workload& workload,
                       const SelectionSettings& settings);

/// `script` with `instantiate CLASS INSTANCE` naming the classes of `chosen` (by instance), and
/// `repository get-global CLASS` before it where the script names classes so. Throws
/// Error if the script does not make one of these instances.
std::string rewritten_script(const std::filesystem::path& file, std::string_view script,
                             const std::map<std::string, std::string>& chosen);

/// Reads `file` and writes what rewritten_script() makes of it to `new_file`, as a whole or not at
/// all. Throws Error.
void rewrite_script(const std::filesystem::path& file, const std::filesystem::path& new_file,
                    const std::map<std::string, std::string>& chosen);

} // namespace proxima::model
