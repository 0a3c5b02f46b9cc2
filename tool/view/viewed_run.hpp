// What a page shows of a run, gathered by `proxima view`.
// Units: microseconds. Ownership: values.
#pragma once

#include "view/mpi_timeline.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>

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

// What was measured of a method, with one model or one for each kind of its calls.
struct FittedMethod {
    std::string title; // `flux.compute itself`
    gather::Measurements measurements;
    std::vector<Fitted> fits;
};

struct ViewedRun {
    std::string name;
    std::vector<Fact> facts;
    rundir::CallGraph graph;
    double whole_us = 0;                        // of the run on all its threads
    std::string whole;                          // what that is: `of run`
    std::vector<double> added_us;               // by measuring, of each node
    std::map<std::string, std::string> classes; // what stands behind each instance, where known
    std::optional<rundir::MpiUse> mpi;
    MpiTimes mpi_times;
    std::vector<FittedMethod> methods; // that take most time first
    double level = 0.9;                // of the bands
};

} // namespace proxima::view
