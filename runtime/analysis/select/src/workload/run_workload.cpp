#include "workload/recorded_inputs.hpp"

#include <proxima/select/run_workload.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace proxima::select {
namespace {

using rundir::CallGraph;

// Calls and their time.
struct Calls {
    Work work;
    double calls = 0;
    MeasuredTime time;
};

std::map<std::string, Calls> calls_of(const CallGraph& graph) {
    std::map<std::string, Calls> found;
    for (const auto& node : graph.nodes) {
        const auto& component = graph.component(node);
        auto& calls = found[component.name];
        calls.work = work_of(component);
        calls.calls += static_cast<double>(node.statistics.calls);
        calls.time.exclusive_us += node.statistics.exclusive_us;
        calls.time.callees_us += node.statistics.inclusive_us - node.statistics.exclusive_us;
    }
    return found;
}

// Adds the inputs of a run that was scaled to the works.
void add_scaled_inputs(const MeasuredRun& run, Workload& workload) {
    for (std::size_t i = 0; i < run.inputs.size(); ++i) {
        for (auto& work : workload.works) {
            if (work.name == run.graph.component(run.graph.nodes[i]).name) {
                work.inputs.insert(work.inputs.end(), run.inputs[i].begin(), run.inputs[i].end());
            }
        }
    }
}

// Adds the recorded inputs to the works.
void add_inputs(const MeasuredRun& run, const std::vector<fit::Model>& models, Workload& workload,
                rundir::ReadOutcome& outcome, std::vector<std::string>& warnings) {
    std::map<std::string, RecordedInputs> inputs;
    for (const auto& work : workload.works) {
        inputs[work.name];
    }
    std::vector<RecordedInputs*> of_node;
    for (const auto& node : run.graph.nodes) {
        const auto found = inputs.find(run.graph.component(node).name);
        of_node.push_back(found != inputs.end() ? &found->second : nullptr);
    }
    read_inputs(run.directory, run.graph, of_node, models, outcome, run.rank);
    const auto calls = calls_of(run.graph);
    for (auto& work : workload.works) {
        const auto& recorded = inputs.at(work.name);
        const double made = calls.at(work.name).calls;
        work.inputs = recorded.of_calls(made);
        if (recorded.recorded > 0 && made > recorded.recorded) {
            warnings.push_back("not all calls of " + work.name +
                               " were recorded; the recorded ones stand for the others");
        }
    }
}

// Adds the times of one more run.
void add_times(const MeasuredRun& run, Workload& workload, std::vector<std::string>& warnings) {
    constexpr double alike = 0.1; // relative difference of the numbers of calls
    const auto calls = calls_of(run.graph);
    double chosen_us = 0;
    for (auto& work : workload.works) {
        const auto found = calls.find(work.name);
        work.measured.push_back(found != calls.end() ? found->second.time : MeasuredTime{});
        chosen_us += work.measured.back().exclusive_us;
        double wanted = 0;
        for (const auto& input : work.inputs) {
            wanted += input.count;
        }
        const double made = found != calls.end() ? found->second.calls : 0;
        if (work.share > small_share && std::abs(made - wanted) > alike * wanted) {
            warnings.push_back(run.directory.path().string() + " has another number of calls of " +
                               work.name + " than the first run; give runs of the same settings");
        }
    }
    workload.fixed_us.push_back(run.graph.total_us() - chosen_us);
}

// The rank whose calls computed longest.
std::size_t busiest_rank(const CallGraph& graph) {
    std::vector<double> busy_us(graph.parts.size());
    for (const auto& row : graph.rows) {
        const auto within = rundir::within_caller(graph.nodes[row.node], row.statistics);
        busy_us[row.part] += graph.parts[row.part].rank == rundir::RunPart::other_ranks
                                 ? 0
                                 : row.statistics.inclusive_us - row.statistics.communication_us -
                                       within.computation_us();
    }
    return static_cast<std::size_t>(std::max_element(busy_us.begin(), busy_us.end()) -
                                    busy_us.begin());
}

} // namespace

MeasuredRun measured_run(rundir::RunDirectory directory, CallGraph graph) {
    MeasuredRun run{std::move(directory), std::move(graph), std::nullopt};
    if (run.graph.parts.size() > 1) {
        const auto busiest = busiest_rank(run.graph);
        run.rank = static_cast<std::uint64_t>(run.graph.parts[busiest].rank);
        run.graph = run.graph.of_part(busiest);
    }
    return run;
}

std::vector<Work> called_works(const CallGraph& graph) {
    std::vector<Work> works;
    const double total = graph.total_us();
    for (const auto& [name, calls] : calls_of(graph)) {
        works.push_back(calls.work);
        works.back().share = total > 0 ? calls.time.exclusive_us / total : 1;
    }
    return works;
}

Workload run_workload(const std::vector<MeasuredRun>& runs, const SelectionProblem& problem,
                      rundir::ReadOutcome& outcome, std::vector<std::string>& warnings) {
    std::set<std::string> instances;
    for (const auto& family : problem.families) {
        instances.insert(family.instances.begin(), family.instances.end());
    }
    const auto& first = runs.front();
    Workload workload;
    workload.works = called_works(first.graph);
    std::erase_if(workload.works,
                  [&](const Work& work) { return instances.count(work.instance) == 0; });
    if (first.inputs.empty()) {
        add_inputs(first, problem.models, workload, outcome, warnings);
    } else {
        add_scaled_inputs(first, workload);
    }
    workload.scaling_error = first.scaling_error;
    for (const auto& run : runs) {
        add_times(run, workload, warnings);
    }
    return workload;
}

} // namespace proxima::select
