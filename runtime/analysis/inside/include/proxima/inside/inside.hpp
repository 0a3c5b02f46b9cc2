// Where the time goes inside measured methods, from stack samples.
//
//     void show(const rundir::RunDirectory& run) {
//         for (const auto& method : look_inside(run, "flux.compute").methods) {
//             for (const auto& function : method.functions) {
//                 std::cout << function.name << ' ' << function.share(method) << '\n';
//             }
//         }
//     }
//
// Units: microseconds of processor time, or of elapsed time where waiting was sampled.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: look_inside() throws base::Error if the run has no samples, and for damaged files.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::inside {

struct SampledMethod;

/// A function, line or module, and the samples in it.
struct Part {
    std::string name;
    std::string module;          ///< path of its file
    std::string place;           ///< `flux.cpp:83`, the line with most samples; empty: unknown
    bool is_inlined = false;     ///< wherever it was seen
    std::uint64_t samples = 0;   ///< in itself
    std::uint64_t inclusive = 0; ///< in itself and what it calls

    /// Share of the samples of the method.
    double share(const SampledMethod& method) const;
    /// Interval that holds the share with 95 % probability, if samples are independent (Wilson
    /// 1927).
    base::Range interval(const SampledMethod& method) const;
};

/// Samples in the calls of a method, without those in measured methods that it calls.
struct SampledMethod {
    std::string name; ///< `flux.compute`
    std::uint64_t samples = 0;
    double us = 0;                  ///< of processor time, or of elapsed time
    std::uint64_t without_line = 0; ///< samples in code without debug information
    std::vector<Part> functions;    ///< most samples first
    std::vector<Part> lines;
    std::vector<Part> modules;
};

struct Inside {
    std::vector<SampledMethod> methods; ///< most samples first
    bool has_waiting = false;           ///< samples of elapsed time
    double period_us = 0;               ///< asked for
    double mean_period_us = 0; ///< of the samples: a timer is no finer than the kernel's ticks
    std::uint64_t samples = 0; ///< of the run
    std::uint64_t of_runtime = 0;
    std::uint64_t unstored = 0; ///< in full tables
    std::vector<std::string> problems;
};

/// Looks into the methods whose `instance.method` or method matches the pattern.
Inside look_inside(const rundir::RunDirectory& run, std::string_view pattern);

} // namespace proxima::inside
