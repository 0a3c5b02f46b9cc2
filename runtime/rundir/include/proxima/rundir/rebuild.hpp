// The call graph of a run that did not end cleanly.
// Ownership: values only. Thread-safety: may be called from several threads.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

namespace proxima::rundir {

/// Computes from the records the call graph that the runtime would have written. Invocations that
/// were open when the process ended are not in the records: a node that has only such has no calls
/// and the time of its children. `outcome` says how the reading went. Does not throw but for
/// std::bad_alloc.
CallGraph rebuild_call_graph(const RunDirectory& run, ReadOutcome& outcome);

} // namespace proxima::rundir
