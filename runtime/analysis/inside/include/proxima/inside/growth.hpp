// How the time of each function or line below a method grows with the parameters of the method's
// calls: stack samples joined with the records of the calls in which they were taken.
//
//     void show(const std::vector<rundir::RunDirectory>& runs) {
//         for (const auto& function : measure_functions(runs, "flux.compute").measurements) {
//             std::cout << function.method << ": " << function.points.size() << " points\n";
//         }
//     }
//
// Units: microseconds of processor time of a call.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: throws base::Error as look_inside() does.
#pragma once

#include <proxima/gather/measurements.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::inside {

enum class PartsBy { function, line };

struct FunctionTimes {
    /// `compute > riemann_solver`: one for each function that has 50 samples, without what it
    /// calls, and one for the others. Inlined functions belong to their callers. By line:
    /// `compute > flux.cpp:83`, lines of inlined functions included. Most time first.
    /// The numbers of samples are taken as Poisson distributed.
    std::vector<gather::Measurements> measurements;
    std::vector<std::string> problems;
};

/// Joins the samples of the runs in the methods that match the pattern.
FunctionTimes measure_functions(const std::vector<rundir::RunDirectory>& runs,
                                std::string_view pattern, PartsBy by = PartsBy::function);

} // namespace proxima::inside
