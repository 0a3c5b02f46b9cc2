// Contents of a page about a run, gathered by `proxima view`.
// Units: microseconds. Ownership: values.
#pragma once

#include "view/mpi_timeline.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/inside/below.hpp>
#include <proxima/profile/whole_time.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::view {

// A line about the run as a whole.
struct Fact {
    std::string label;
    std::string text;
    bool is_warning = false;
};

// A model, or why there is none.
struct Fitted {
    fit::FitOutcome outcome;
    std::string formula; // for people; empty without a model
};

// Measurements of a method, with one model or a model for each kind of its calls.
struct FittedMethod {
    std::string title; // `flux.compute itself`
    gather::Measurements measurements;
    std::vector<Fitted> fits;
};

struct ViewedRun {
    std::string name;
    std::vector<Fact> facts;
    rundir::CallGraph graph;
    std::optional<rundir::RunInfo> info;
    profile::WholeTime whole;                   // what shares are of
    std::vector<double> added_us;               // measuring overhead of each node
    std::map<std::string, std::string> classes; // classes of instances, where known
    std::optional<rundir::MpiUse> mpi;
    MpiTimes mpi_times;
    std::vector<inside::FunctionBelow> functions; // from stack samples; empty: none were taken
    std::vector<inside::SourceFile> sources;      // from the same; empty: no debug information
    double sampled_us = 0;                        // of all lines, with and without a source
    bool has_waiting = false;                     // samples of elapsed time
    std::vector<FittedMethod> methods;            // most time first
    double level = 0.9;                           // confidence level of the bands
};

} // namespace proxima::view
