// The measured ranks of a job, which communicate by PMPI in a communicator of their own.
#pragma once

#include <proxima/mpi/program_mpi.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace proxima::mpi {

class Ranks {
public:
    // Takes the ownership of the communicator, which all of its ranks construct together.
    explicit Ranks(MPI_Comm communicator);
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    // Collective.
    ~Ranks();

    MPI_Comm communicator() const noexcept { return communicator_; }
    bool is_first() const noexcept { return rank_ == 0; }

    // Broadcasts the text of the first rank.
    std::string broadcast(const std::string& text) const;

    // Combines the texts of all ranks by a binomial tree. Only the first rank gets the result. If
    // `combine` throws, the text of the other rank is lost.
    using Combine = std::function<std::string(const std::string&, const std::string&)>;
    std::string reduce(std::string text, const Combine& combine) const;

private:
    void send(const std::string& text, int to) const;
    std::string receive(int from) const;

    MPI_Comm communicator_;
    int rank_ = 0;
    int size_ = 1;
};

// Returns the ranks of MPI_COMM_WORLD that have not announced themselves, the same on all others.
// Announced ranks call it in MPI_Init. Empty after a time limit: another rank has failed.
std::optional<std::vector<int>> find_unmeasured_ranks();

} // namespace proxima::mpi
