// Functions that `proxima run` calls in the plug-in of an MPI.
#pragma once

extern "C" {

// MPI_Init_thread. False if that fails.
bool proxima_launch_start(int* rank, int* ranks);

// MPI_Finalize, when all ranks are there. One that has failed does not wait for ever: the others
// may be waiting for it.
void proxima_launch_finish(int status);

// MPI_Abort.
void proxima_launch_abort(int status);
}
