// Decisions and events of a run, from decisions.json and attention.json.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/online/files/attention.hpp>
#include <proxima/online/files/decisions.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

// Empty without an Optimizer and sensors.
struct OnlinePart {
    std::optional<online::files::Decisions> decisions;
    std::optional<online::files::AttentionFile> attention; // of all ranks, by time

    bool empty() const { return !decisions && !attention; }
};

// Adds files that cannot be read to `problems`.
OnlinePart load_online_part(const rundir::RunDirectory& run, std::vector<std::string>& problems);

// `all`: also the swaps of trials.
void write_online_part(const OnlinePart& part, bool all, const text::Terminal& terminal,
                       text::Output& output);

} // namespace proxima::cli
