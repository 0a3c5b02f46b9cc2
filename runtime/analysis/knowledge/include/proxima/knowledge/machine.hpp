// Describes and compares machines: times hold only for the machine they were measured on.
//
//     const auto there = knowledge::machine_of_evidence("node1, AMD EPYC 9654");
//     const bool holds_here = knowledge::is_same(there, knowledge::this_machine());
//
// Units: bytes of memory.
// Ownership: values.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/format/machine.hpp>
#include <proxima/rundir/run_info.hpp>

#include <string>

namespace proxima::knowledge {

using format::Machine;
using format::this_machine;

Machine machine_of(const rundir::RunInfo& run);

/// The machine that a model's evidence names as `HOST, PROCESSOR`; without a comma, `text` names a
/// host or a processor. If `text` lists several, separated by `; `: the first if all are the same
/// machine, else an unknown one.
Machine machine_of_evidence(const std::string& text);

/// True if times of one machine hold for the other: same model and number of processors, and same
/// memory to the GiB. Skips facts that one of them lacks; compares hosts if a processor is unknown.
/// Equal nodes of a cluster are therefore one machine.
bool is_same(const Machine& left, const Machine& right);

/// True if the processor or the host is known.
bool is_known(const Machine& machine);

/// Text that tells machines apart: `AMD EPYC 9654, 192 processors, 755 GiB`; the host if the
/// processor is unknown, else `unknown`.
std::string description(const Machine& machine);

} // namespace proxima::knowledge
