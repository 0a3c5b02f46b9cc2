#include "selection/composition.hpp"
#include "selection/interaction_regression.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/measured_interactions.hpp>
#include <proxima/model/whole_file.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace proxima::model {
namespace {

using Ends = std::pair<std::string, std::string>; ///< caller and callee

/// One piece of time of an instance in one run: all that one caller makes it do.
struct Piece {
    double residual_us = 0; ///< measured less predicted
    double noise = 0;       ///< variance of the prediction, that of the invocations
    double model_variance = 0;
    double calls = 0;
};

class InteractionFinder {
public:
    InteractionFinder(const SelectionProblem& problem, const std::vector<AssembledRun>& runs)
        : problem_(problem), runs_(runs) {}

    MeasuredInteractions find() {
        check();
        for (const auto& run : runs_) {
            pieces_.push_back(pieces_of(run));
        }
        for (const auto& family : problem_.families) {
            for (const auto& instance : family.instances) {
                for (const auto& implementation : family.implementations) {
                    regress(instance, implementation.name);
                }
            }
        }
        for (const auto& ends : ends_) {
            collect(ends);
        }
        return std::move(result_);
    }

private:
    void check() {
        std::set<std::map<std::string, std::string>> assemblies;
        for (const auto& run : runs_) {
            assemblies.insert(run.implementations);
            for (const auto& count : run.workload.calls) {
                ends_.emplace(count.from, count.to);
            }
        }
        if (assemblies.size() < 2) {
            throw Error(problem_.file, "to measure interactions takes runs of at least two "
                                       "assemblies; run another");
        }
        if (ends_.empty()) {
            throw Error(problem_.file, "no two instances of families call one another in these "
                                       "runs, so there are no interactions to measure");
        }
        for (const auto& [from, to] : ends_) {
            if (from < to && ends_.count({to, from}) == 1) {
                throw Error(problem_.file, from + " and " + to +
                                               " call each other both ways; their interaction "
                                               "cannot be measured, give it");
            }
        }
    }

    const std::string& implementation_in(const AssembledRun& run,
                                         const std::string& instance) const {
        const auto found = run.implementations.find(instance);
        if (found == run.implementations.end()) {
            throw Error(problem_.file,
                        "nobody says which implementation " + instance + " was in " + run.name);
        }
        return found->second;
    }

    /// By instance and caller.
    std::map<Ends, Piece> pieces_of(const AssembledRun& run) const {
        std::map<Ends, Piece> pieces;
        for (const auto& work : run.workload.works) {
            const auto name = implementation_in(run, work.instance);
            SelectionProblem alone;
            alone.file = problem_.file;
            for (const auto& model : problem_.models) {
                if (model.implementation == name) {
                    alone.models.push_back(model);
                }
            }
            alone.families = {{work.instance, {work.instance}, {implementation_of({}, name)}}};
            Workload only;
            only.works = {work};
            std::vector<std::string> said_by_the_selection;
            const Composition costs(alone, only, false, Composition::Part::whole,
                                    said_by_the_selection);
            const auto& cost = costs.cost(0, 0);
            auto& piece = pieces[{work.caller, work.instance}];
            piece.residual_us += work.exclusive_us - cost.mean_us;
            piece.noise += cost.noise;
            const double sigma = std::sqrt(piece.model_variance) +
                                 std::sqrt(std::max(costs.variance_of_models(cost), 0.0));
            piece.model_variance = sigma * sigma; // methods' errors may go together
            for (const auto& input : work.inputs) {
                piece.calls += input.count;
            }
        }
        return pieces;
    }

    static double calls_from(const AssembledRun& run, const Ends& ends) {
        double calls = 0;
        for (const auto& count : run.workload.calls) {
            calls += count.from == ends.first && count.to == ends.second ? count.calls : 0;
        }
        return calls;
    }

    /// What the time of an instance as one implementation says of all its neighbours.
    void regress(const std::string& instance, const std::string& implementation) {
        InteractionRegression regression;
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            const auto& run = runs_[r];
            if (implementation_in(run, instance) != implementation) {
                continue;
            }
            double all_calls = 0;
            for (const auto& [ends, piece] : pieces_[r]) {
                all_calls += ends.second == instance ? piece.calls : 0;
            }
            for (const auto& [ends, piece] : pieces_[r]) {
                if (ends.second == instance && piece.calls > 0) {
                    add_row(run, ends, piece, piece.calls / all_calls, regression);
                }
            }
        }
        for (const auto& [term, estimate] : regression.solve()) {
            estimates_[{implementation, term}] = estimate;
        }
    }

    void add_row(const AssembledRun& run, const Ends& ends, const Piece& piece, double share,
                 InteractionRegression& regression) const {
        std::map<InteractionTerm, double> calls;
        if (ends_.count(ends) == 1) {
            calls[{ends, ends.first, implementation_in(run, ends.first)}] = piece.calls;
        }
        for (const auto& down : ends_) {
            const double made = down.first == ends.second ? share * calls_from(run, down) : 0;
            if (made > 0) {
                calls[{down, down.second, implementation_in(run, down.second)}] = made;
            }
        }
        regression.add_row(calls, piece.residual_us, piece.noise, piece.model_variance,
                           piece.calls);
    }

    /// What both ends say of a pair of implementations.
    void collect(const Ends& ends) {
        Interaction interaction{ends.first, ends.second, {}};
        for (const auto& first : family_of(ends.first).implementations) {
            for (const auto& second : family_of(ends.second).implementations) {
                const auto title = ends.first + " as " + first.name + " with " + ends.second +
                                   " as " + second.name + ": ";
                const auto of_caller =
                    estimates_.find({first.name, {ends, ends.second, second.name}});
                const auto of_callee =
                    estimates_.find({second.name, {ends, ends.first, first.name}});
                if (of_caller == estimates_.end() || of_callee == estimates_.end()) {
                    result_.not_known.push_back(title + "they were never together; run that");
                } else if (!of_caller->second.is_separate || !of_callee->second.is_separate) {
                    result_.not_known.push_back(title + "not told apart from other pairs; run it "
                                                        "with another neighbour");
                } else if (!of_caller->second.variance || !of_callee->second.variance) {
                    result_.not_known.push_back(title + "no deviation is known; repeat the run, or "
                                                        "give the models a \"stddev\"");
                } else {
                    const double variance =
                        *of_caller->second.variance + *of_callee->second.variance;
                    interaction.costs.push_back(
                        {first.name, second.name, 0,
                         of_caller->second.us_per_call + of_callee->second.us_per_call, 0,
                         std::sqrt(variance)});
                }
            }
        }
        if (!interaction.costs.empty()) {
            result_.interactions.push_back(std::move(interaction));
        }
    }

    const Family& family_of(const std::string& instance) const {
        for (const auto& family : problem_.families) {
            for (const auto& one : family.instances) {
                if (one == instance) {
                    return family;
                }
            }
        }
        throw Error(problem_.file, instance + " is in no family");
    }

    const SelectionProblem& problem_;
    const std::vector<AssembledRun>& runs_;
    std::set<Ends> ends_;
    std::vector<std::map<Ends, Piece>> pieces_; ///< of each run
    std::map<std::pair<std::string, InteractionTerm>, InteractionEstimate> estimates_;
    MeasuredInteractions result_;
};

} // namespace

MeasuredInteractions measured_interactions(const SelectionProblem& problem,
                                           const std::vector<AssembledRun>& runs) {
    return InteractionFinder(problem, runs).find();
}

std::string interactions_text(const std::vector<Interaction>& interactions) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& interaction : interactions) {
        auto costs = nlohmann::ordered_json::array();
        for (const auto& cost : interaction.costs) {
            costs.push_back({{"of", {cost.first, cost.second}},
                             {"us", cost.us},
                             {"us_per_call", cost.us_per_call},
                             {"stddev_us", cost.stddev_us},
                             {"stddev_us_per_call", cost.stddev_us_per_call}});
        }
        list.push_back(
            {{"between", {interaction.first, interaction.second}}, {"costs", std::move(costs)}});
    }
    const nlohmann::ordered_json file{{"format", 1}, {"interactions", std::move(list)}};
    return file.dump(1) + "\n";
}

void write_interactions(const std::filesystem::path& file,
                        const std::vector<Interaction>& interactions) {
    replace_file(file, interactions_text(interactions));
}

} // namespace proxima::model
