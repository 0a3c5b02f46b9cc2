// The machine that something was measured on.
// Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/format/machine.hpp>
#include <proxima/rundir/run_info.hpp>

#include <string>

namespace proxima::knowledge {

using format::Machine;
using format::this_machine;

Machine machine_of(const rundir::RunInfo& run);

/// The machine that a model's evidence names as `host, processor`; a text without a comma is
/// the name of a host or of a processor. Of several, between `; `, the first, if all are the same
/// machine as it; else none.
Machine machine_of_evidence(const std::string& text);

/// Whether times of one hold for the other: the model of the processor, the number of processors
/// and the memory, to the GiB, are the same. What one of them does not know is not compared; where
/// the processor is not known the host is. The nodes of a cluster are so one machine.
bool is_same(const Machine& left, const Machine& right);

/// False if neither the processor nor the host is known.
bool is_known(const Machine& machine);

/// What tells machines apart: `AMD EPYC 9654, 192 processors, 755 GiB`; the host, or `unknown`, if
/// that is all there is.
std::string description(const Machine& machine);

} // namespace proxima::knowledge
