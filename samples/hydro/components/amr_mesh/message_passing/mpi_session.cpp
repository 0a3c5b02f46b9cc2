#include "message_passing/mpi_session.hpp"

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
