// Finds methods whose time depends on the class of another instance: the best parts need not make
// the best whole.
//
//     #include <proxima/rundir/call_graph.hpp>
//     std::vector<compare::AssembledRun> runs;
//     runs.push_back(
//         compare::assembled_run(rundir::load_call_graph("r1/callgraph.json"),
//                                {{"producer", "Columns"}, {"solver", "RowSolver"}}, "n=100"));
//     for (const auto& found : compare::interactions(runs)) {
//         std::puts(found.text().c_str());
//     }
//
// Runs, not calls, are the unit of noise. Two runs are compared that differ in the class of one
// instance and agree in everything else; the variance comes from runs that agree in everything. The
// tests are corrected for their number (Holm).
//
// Ownership: values.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::compare {

/// The time of a call of each method in one run.
struct AssembledRun {
    std::map<std::string, std::string> classes; ///< by instance
    std::string settings; ///< everything else that may differ between runs, as text
    /// Logarithm of the time of a call without its callees, by instance and method; methods with a
    /// small share of the run are left out.
    std::map<std::pair<std::string, std::string>, double> log_times;
};

AssembledRun assembled_run(const rundir::CallGraph& graph,
                           std::map<std::string, std::string> classes, std::string settings);

/// A method of an instance that takes another time beside another class of `other`.
struct ClassEffect {
    std::string instance;
    std::string method;
    std::string implementation; ///< class of `instance`
    std::string other;
    std::map<std::string, double> ratios; ///< class of `other`: its time over the least time
    std::size_t runs = 0;                 ///< number of runs that were compared
    double p = 1;                         ///< corrected for the number of tests

    /// Writes `solver.solve (RowSolver) takes 4.0 times as long with producer=Columns (12 runs)`.
    std::string text() const;
};

/// Smaller effects are left to the error of the models.
constexpr double least_effect = 0.05;

/// The significant effects, strongest first.
std::vector<ClassEffect> interactions(const std::vector<AssembledRun>& runs);

} // namespace proxima::compare
