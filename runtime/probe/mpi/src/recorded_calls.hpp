// With mpi=calls, MPI calls are invocations, each at the call site of its routine.
#pragma once

namespace proxima::mpi {

// Makes calls invocations. Called once, before the first measured call.
void record_calls();

} // namespace proxima::mpi
