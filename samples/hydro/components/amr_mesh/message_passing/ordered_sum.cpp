#include "message_passing/ordered_sum.hpp"

#include <cmath>
#include <cstddef>

namespace hydro::amr {
namespace {

constexpr int tag_of_sums = 33;

struct Compensated {
    double sum = 0;
    double lost = 0;

    void add(double value) {
        const double next = sum + value;
        lost += std::fabs(sum) >= std::fabs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }
};

} // namespace

std::vector<double> ordered_sum(MPI_Comm communicator, const std::vector<double>& values,
                                int count) {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &ranks);
    const auto numbers = static_cast<std::size_t>(count);
    std::vector<Compensated> sums(numbers);
    if (rank > 0) {
        MPI_Recv(sums.data(), 2 * count, MPI_DOUBLE, rank - 1, tag_of_sums, communicator,
                 MPI_STATUS_IGNORE);
    }
    for (std::size_t v = 0; v < values.size(); ++v) {
        sums[v % numbers].add(values[v]);
    }
    if (rank + 1 < ranks) {
        MPI_Send(sums.data(), 2 * count, MPI_DOUBLE, rank + 1, tag_of_sums, communicator);
    }
    std::vector<double> results;
    results.reserve(numbers);
    for (const Compensated& sum : sums) {
        results.push_back(sum.sum + sum.lost);
    }
    MPI_Bcast(results.data(), count, MPI_DOUBLE, ranks - 1, communicator);
    return results;
}

} // namespace hydro::amr
