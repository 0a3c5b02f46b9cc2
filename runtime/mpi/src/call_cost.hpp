// What measuring adds to a call of MPI on this machine, for reports that state it.
#pragma once

#include <proxima/run_facts.hpp>

namespace proxima::mpi {

// Of a call within an invocation that also counts what it moves in a communicator.
// Takes about a tenth of a millisecond, and leaves no trace in what is measured. 0 if the
// measurement of MPI is switched off. Throws std::bad_alloc.
detail::CallCost cost_of_one_call(double nanoseconds_per_tick);

} // namespace proxima::mpi
