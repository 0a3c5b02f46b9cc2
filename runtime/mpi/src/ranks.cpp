#include "ranks.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>

namespace proxima::mpi {

namespace {

constexpr int tag = 0;

// MPI counts with int.
constexpr std::size_t most_at_once = std::size_t{1} << 30U;

} // namespace

Ranks::Ranks(bool measured) {
    int world_rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    PMPI_Comm_split(MPI_COMM_WORLD, measured ? 0 : MPI_UNDEFINED, world_rank, &communicator_);
    if (communicator_ != MPI_COMM_NULL) {
        // A failure is this library's, and not for the application's handler.
        PMPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
        PMPI_Comm_rank(communicator_, &rank_);
        PMPI_Comm_size(communicator_, &size_);
    }
}

Ranks::~Ranks() {
    if (communicator_ != MPI_COMM_NULL) {
        PMPI_Comm_free(&communicator_);
    }
}

std::string Ranks::of_first(const std::string& text) const {
    std::uint64_t size = text.size();
    PMPI_Bcast(&size, sizeof size, MPI_BYTE, 0, communicator_);
    std::string result = text;
    result.resize(size);
    PMPI_Bcast(result.data(), static_cast<int>(size), MPI_BYTE, 0, communicator_);
    return result;
}

void Ranks::send(const std::string& text, int to) const {
    const std::uint64_t size = text.size();
    PMPI_Send(&size, sizeof size, MPI_BYTE, to, tag, communicator_);
    for (std::size_t sent = 0; sent < text.size(); sent += most_at_once) {
        const std::size_t part = std::min(text.size() - sent, most_at_once);
        PMPI_Send(text.data() + sent, static_cast<int>(part), MPI_BYTE, to, tag, communicator_);
    }
}

std::string Ranks::receive(int from) const {
    std::uint64_t size = 0;
    PMPI_Recv(&size, sizeof size, MPI_BYTE, from, tag, communicator_, MPI_STATUS_IGNORE);
    std::string text(size, '\0');
    for (std::size_t received = 0; received < size; received += most_at_once) {
        const std::size_t part = std::min(text.size() - received, most_at_once);
        PMPI_Recv(text.data() + received, static_cast<int>(part), MPI_BYTE, from, tag,
                  communicator_, MPI_STATUS_IGNORE);
    }
    return text;
}

std::string Ranks::reduce(std::string text, const Combine& combine) const {
    for (int step = 1; step < size_; step *= 2) {
        if ((rank_ & step) != 0) {
            send(text, rank_ - step);
            return text;
        }
        if (rank_ + step < size_) {
            const std::string other = receive(rank_ + step);
            try {
                text = combine(text, other);
            } catch (const std::exception& error) {
                detail::say("error: the measurements of some ranks are lost: " +
                            std::string(error.what()));
            }
        }
    }
    return text;
}

} // namespace proxima::mpi
