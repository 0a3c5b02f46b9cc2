// The measured ranks of a job, which communicate by PMPI in a communicator of their own.
#pragma once

#include "waiting.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace proxima::mpi {

// Functions that return bool are collective, and return false if some ranks do not answer. The
// object must then live for ever: MPI may use its buffers.
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
    // Limit for each message: none before meet(), since the ranks have just agreed to take part.
    std::chrono::seconds answer_limit() const noexcept { return answer_limit_; }

    // Waits until all ranks have called it: `limit` for the last of them, which then answers
    // within that time, too.
    bool meet(std::chrono::seconds limit);

    // Broadcasts the text of the first rank.
    bool broadcast(std::string& text);

    // Combines the texts of all ranks by a binomial tree. Only the first rank gets the result. If
    // `combine` throws, the text of the other rank is lost.
    using Combine = std::function<std::string(const std::string&, const std::string&)>;
    bool reduce(std::string& text, const Combine& combine);

private:
    bool is_done(MPI_Request request) const;
    template <class Routine>
    bool transfer(Routine begin, std::string& text, int partner);
    bool send(int to);
    bool receive(int from);

    MPI_Comm communicator_;
    int rank_ = 0;
    int size_ = 1;
    std::chrono::seconds answer_limit_ = std::chrono::hours(24 * 365);
    std::uint64_t size_of_text_ = 0; // buffers of MPI, as the texts
    std::string sent_;
    std::string received_;
};

// Returns the ranks of MPI_COMM_WORLD that have not announced themselves, the same on all others.
// Announced ranks call it in MPI_Init. Empty on all of them if one does not come in time.
std::optional<std::vector<int>> find_unmeasured_ranks();

} // namespace proxima::mpi
