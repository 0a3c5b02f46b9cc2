// Messages between neighbouring ranks that are exchanged over and over with the same sizes.
#pragma once

#include <cstddef>
#include <mpi.h>
#include <vector>

namespace hydro::amr {

class Messages {
public:
    // Elements [begin, end) of the send or receive buffer.
    struct Part {
        int rank = 0;
        std::ptrdiff_t begin = 0;
        std::ptrdiff_t end = 0;
    };

    Messages() = default;
    Messages(MPI_Comm communicator, int tag, std::vector<Part> outgoing,
             std::vector<Part> incoming);

    int outgoing_count() const noexcept { return static_cast<int>(outgoing_.size()); }
    std::size_t bytes_sent() const noexcept { return sent_.size() * sizeof(double); }
    double* outgoing() noexcept { return sent_.data(); }
    const double* incoming() const noexcept { return received_.data(); }

    // Lets messages arrive from now on.
    void expect();

    // Sends a message, whose contents in outgoing() must be complete.
    void send(int number);

    // Waits for all messages; `arrived(number)` is called for each that has come, in the order in
    // which they come. Afterwards the buffers may be used anew.
    template <class Arrived>
    void complete(Arrived arrived);

private:
    MPI_Comm communicator_ = MPI_COMM_NULL;
    int tag_ = 0;
    std::vector<Part> outgoing_;
    std::vector<Part> incoming_;
    std::vector<double> sent_;
    std::vector<double> received_;
    std::vector<MPI_Request> sending_;
    std::vector<MPI_Request> receiving_;
    std::vector<int> arrived_;
};

template <class Arrived>
void Messages::complete(Arrived arrived) {
    const int expected = static_cast<int>(incoming_.size());
    for (int left = expected; left > 0;) {
        int come = 0;
        MPI_Waitsome(expected, receiving_.data(), &come, arrived_.data(), MPI_STATUSES_IGNORE);
        for (int m = 0; m < come; ++m) {
            arrived(arrived_[static_cast<std::size_t>(m)]);
        }
        left -= come;
    }
    if (!sending_.empty()) {
        MPI_Waitall(outgoing_count(), sending_.data(), MPI_STATUSES_IGNORE);
    }
}

// Sends each neighbour a list and receives one from each: the layout of the messages.
// `Item` is trivially copyable. Lists are in the order of `neighbours`, who all take part.
template <class Item>
std::vector<std::vector<Item>> exchange_lists(MPI_Comm communicator, int tag,
                                              const std::vector<int>& neighbours,
                                              const std::vector<std::vector<Item>>& lists) {
    std::vector<MPI_Request> sending(neighbours.size());
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
        MPI_Isend(lists[n].data(), static_cast<int>(lists[n].size() * sizeof(Item)), MPI_BYTE,
                  neighbours[n], tag, communicator, &sending[n]);
    }
    std::vector<std::vector<Item>> received(neighbours.size());
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
        MPI_Status status;
        int bytes = 0;
        MPI_Probe(neighbours[n], tag, communicator, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        received[n].resize(static_cast<std::size_t>(bytes) / sizeof(Item));
        MPI_Recv(received[n].data(), bytes, MPI_BYTE, neighbours[n], tag, communicator,
                 MPI_STATUS_IGNORE);
    }
    MPI_Waitall(static_cast<int>(sending.size()), sending.data(), MPI_STATUSES_IGNORE);
    return received;
}

} // namespace hydro::amr
