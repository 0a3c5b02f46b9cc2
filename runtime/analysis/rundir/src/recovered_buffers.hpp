// Thread buffers that a run has outside of its directory.
#pragma once

#include <proxima/base/file.hpp>
#include <proxima/rundir/run_directory.hpp>

namespace proxima::rundir {

// Moves thread buffers from /dev/shm, where they take memory and vanish when the machine restarts,
// into the directory `records` of the run, which is held(); puts copies in the place of those out
// of reach.
void bring_buffers_home(const RunDirectory& run, const base::Directory& records);

} // namespace proxima::rundir
