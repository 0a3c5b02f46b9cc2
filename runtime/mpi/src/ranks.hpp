// The ranks that are measured, and how they speak with each other: in a communicator of their own,
// by the profiling names of MPI.
#pragma once

#include <functional>
#include <mpi.h>
#include <string>

namespace proxima::mpi {

class Ranks {
public:
    // Collective over MPI_COMM_WORLD, for all ranks, measured or not.
    explicit Ranks(bool measured);
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    // Frees the communicator, which all measured ranks do together.
    ~Ranks();

    bool is_first() const noexcept { return rank_ == 0; }

    // The text that the first rank has, for all of them.
    std::string of_first(const std::string& text) const;

    // Combines the texts of all ranks by a binomial tree: as many steps as the logarithm of the
    // ranks. The result is the first rank's; of the others it means nothing. If combining throws,
    // what has been combined until then goes on.
    using Combine = std::function<std::string(const std::string&, const std::string&)>;
    std::string reduce(std::string text, const Combine& combine) const;

private:
    void send(const std::string& text, int to) const;
    std::string receive(int from) const;

    MPI_Comm communicator_ = MPI_COMM_NULL; // null: not measured
    int rank_ = 0;
    int size_ = 1;
};

} // namespace proxima::mpi
