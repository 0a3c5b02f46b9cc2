#include "select/assembled_runs.hpp"

#include "assembly/assembly.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "select/run_workload.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/pruning.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

namespace proxima::cli {
namespace {

using Names = std::map<std::string, std::string>; ///< by instance

/// `flux:EFM,states:Fast`
Names listed(const std::string& source, const std::string& list) {
    Names names;
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto colon = part.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == part.size()) {
            throw UsageError("`" + source + "`: `" + part +
                             "` is neither a file nor INSTANCE:IMPLEMENTATION");
        }
        names[part.substr(0, colon)] = part.substr(colon + 1);
    }
    return names;
}

/// What models call the classes of an assembly, of the instances in families.
Names assembled(const std::string& file, const model::SelectionProblem& problem) {
    Names names;
    const auto wiring = assembly::wiring_of(assembly::read_assembly(file));
    for (const auto& family : problem.families) {
        for (const auto& made : wiring.instances) {
            if (std::count(family.instances.begin(), family.instances.end(), made.instance) == 0) {
                continue;
            }
            const auto one = std::find_if(
                family.implementations.begin(), family.implementations.end(),
                [&](const auto& known) { return known.class_name == made.class_name; });
            if (one == family.implementations.end()) {
                throw model::Error(file, made.instance + " is a " + made.class_name +
                                             ", which is not in the family " + family.name +
                                             "; add it, or leave this run out");
            }
            names[made.instance] = one->name;
        }
    }
    return names;
}

} // namespace

model::MeasuredInteractions interactions_of_runs(const std::vector<std::string>& sources,
                                                 const model::SelectionProblem& problem,
                                                 rundir::ReadOutcome& outcome,
                                                 std::vector<std::string>& warnings) {
    std::vector<model::AssembledRun> runs;
    for (const auto& source : sources) {
        const auto sign = source.find('=');
        if (sign == std::string::npos || sign == 0 || sign + 1 == source.size()) {
            throw UsageError("`" + source + "` is not RUN=ASSEMBLY");
        }
        model::AssembledRun made;
        made.name = source.substr(0, sign);
        const auto what = source.substr(sign + 1);
        std::error_code ignored;
        made.implementations = std::filesystem::is_regular_file(what, ignored)
                                   ? assembled(what, problem)
                                   : listed(source, what);
        const auto run = rundir::RunDirectory::open(made.name);
        const auto graph = load_graph(run, outcome);
        const std::vector<model::Fate> all(graph.nodes.size(), model::Fate::kept);
        made.workload = run_workload(run, graph, all, problem, outcome, warnings);
        runs.push_back(std::move(made));
    }
    return measured_interactions(problem, runs);
}

void add_interactions(const model::MeasuredInteractions& measured,
                      model::SelectionProblem& problem) {
    const auto given = problem.interactions;
    for (const auto& one : measured.interactions) {
        const bool is_given = std::any_of(given.begin(), given.end(), [&](const auto& other) {
            return (other.first == one.first && other.second == one.second) ||
                   (other.first == one.second && other.second == one.first);
        });
        if (!is_given) {
            problem.interactions.push_back(one);
        }
    }
}

} // namespace proxima::cli
