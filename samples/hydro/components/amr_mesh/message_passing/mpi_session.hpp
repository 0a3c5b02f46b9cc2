// MPI for a component that may or may not be the first to need it.
#pragma once

#include <mpi.h>

namespace hydro::amr {

// Initialises MPI if it is not initialised, and finalises it then. Has a communicator of its own,
// so that its messages do not meet those of others.
class MpiSession {
public:
    MpiSession();
    ~MpiSession();
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;

    MPI_Comm communicator() const noexcept { return communicator_; }
    int rank() const noexcept { return rank_; }
    int ranks() const noexcept { return ranks_; }

private:
    bool finalizes_ = false;
    MPI_Comm communicator_ = MPI_COMM_NULL;
    int rank_ = 0;
    int ranks_ = 1;
};

} // namespace hydro::amr
