// What was decided and found while the application ran: decisions.json and attention.json.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/rundir/attention.hpp>
#include <proxima/rundir/decisions.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

/// Of a run; empty if nobody has looked while it ran.
struct OnlinePart {
    std::optional<rundir::Decisions> decisions;
    std::optional<rundir::AttentionFile> attention; ///< of all ranks, by time

    bool empty() const { return !decisions && !attention; }
};

/// Files that cannot be read are problems.
OnlinePart load_online_part(const rundir::RunDirectory& run, std::vector<std::string>& problems);

/// With `all` each swap of a trial, too.
void write_online_part(const OnlinePart& part, bool all, const Terminal& terminal, Output& output);

} // namespace proxima::cli
