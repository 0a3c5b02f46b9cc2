// Functions that `proxima run` calls in the plug-in of an MPI.
#pragma once

extern "C" {

// MPI_Init_thread. False if that fails.
bool proxima_launch_start(int* rank, int* ranks);

// Calls MPI_Finalize once all ranks are there. A failed rank does not wait for ever, because the
// others may be waiting for it.
void proxima_launch_finish(int status);

// MPI_Abort.
void proxima_launch_abort(int status);
}
