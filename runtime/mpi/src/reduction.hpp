// Numbers of all ranks that are brought together while the application goes on.
#pragma once

#include <mpi.h>

namespace proxima::mpi {

// Collective over the communicator: the reductions have one of their own. Offers them to those who
// look at the running application; see proxima/detail/rank_numbers.hpp.
void offer_reductions(MPI_Comm of_ranks);

// In MPI_Finalize, for all of these ranks: completes what some have begun, and others have not.
void end_reductions(MPI_Comm of_ranks) noexcept;

} // namespace proxima::mpi
