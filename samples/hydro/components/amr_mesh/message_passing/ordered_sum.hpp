// Sums whose result does not depend on which rank owns which block.
#pragma once

#include <mpi.h>
#include <vector>

namespace hydro::amr {

// The sum of `count` numbers for each block, block by block along the curve, over all ranks. Each
// rank adds to what the ranks before it have: the order is the curve's, and rounding errors are
// compensated (Neumaier). The same on all ranks.
std::vector<double> ordered_sum(MPI_Comm communicator, const std::vector<double>& values,
                                int count);

} // namespace hydro::amr
