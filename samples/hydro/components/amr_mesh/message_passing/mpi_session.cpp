#include "message_passing/mpi_session.hpp"

#include <unistd.h>

namespace hydro::amr {

MpiSession::MpiSession() {
    int is_initialized = 0;
    MPI_Initialized(&is_initialized);
    if (is_initialized == 0) {
        MPI_Init(nullptr, nullptr);
        finalizes_ = true;
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &communicator_);
    MPI_Comm_rank(communicator_, &rank_);
    MPI_Comm_size(communicator_, &ranks_);
}

double MpiSession::memory() const {
    MPI_Comm node = MPI_COMM_NULL;
    int ranks_of_node = 1;
    MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &ranks_of_node);
    MPI_Comm_free(&node);
    double share = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                   static_cast<double>(sysconf(_SC_PAGESIZE)) / ranks_of_node;
    MPI_Allreduce(MPI_IN_PLACE, &share, 1, MPI_DOUBLE, MPI_SUM, communicator_);
    return share;
}

MpiSession::~MpiSession() {
    int is_finalized = 0;
    MPI_Finalized(&is_finalized);
    if (is_finalized != 0) {
        return;
    }
    MPI_Comm_free(&communicator_);
    if (finalizes_) {
        MPI_Finalize();
    }
}

} // namespace hydro::amr
