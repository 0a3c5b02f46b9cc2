#include "library.hpp"
#include "waiting.hpp"

#include <proxima/detail/ranks.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <thread>

namespace proxima::mpi {
namespace {

using detail::RankNumbers;

bool may_communicate() noexcept {
    int level = MPI_THREAD_SINGLE;
    int is_main = 0;
    PMPI_Query_thread(&level);
    PMPI_Is_thread_main(&is_main);
    return level >= MPI_THREAD_SERIALIZED || is_main != 0;
}

// Runs reductions, one at a time, in a communicator of their own.
class Reductions {
public:
    void set_up(MPI_Comm of_ranks) noexcept {
        PMPI_Comm_dup(of_ranks, &communicator_);
        PMPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
        requests_.fill(MPI_REQUEST_NULL);
        is_set_up_ = true;
    }

    bool begin(const RankNumbers& own) noexcept {
        if (!is_set_up_ || in_flight_ || !may_communicate()) {
            return false;
        }
        own_ = own;
        constexpr int size = RankNumbers::size;
        PMPI_Iallreduce(own_.sums.data(), all_.sums.data(), size, MPI_DOUBLE, MPI_SUM,
                        communicator_, &requests_[0]);
        PMPI_Iallreduce(own_.maxima.data(), all_.maxima.data(), size, MPI_DOUBLE, MPI_MAX,
                        communicator_, &requests_[1]);
        in_flight_ = true;
        ++begun_;
        return true;
    }

    bool finish(RankNumbers& all, double seconds) noexcept {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::duration<double>(seconds);
        while (in_flight_ && !is_done()) {
            if (Clock::now() > end) {
                return false;
            }
            std::this_thread::yield();
        }
        all = all_;
        return true;
    }

    bool end(MPI_Comm of_ranks, std::chrono::seconds limit) noexcept {
        if (!is_set_up_) {
            return true;
        }
        most_ = begun_;
        MPI_Request request = MPI_REQUEST_NULL;
        PMPI_Iallreduce(MPI_IN_PLACE, &most_, 1, MPI_UINT64_T, MPI_MAX, of_ranks, &request);
        if (!completes(&request, WaitClock::now() + limit) || !wait(limit)) {
            return false;
        }
        while (begun_ < most_ && begin({})) {
            if (!wait(limit)) {
                return false;
            }
        }
        PMPI_Comm_free(&communicator_);
        is_set_up_ = false;
        return true;
    }

private:
    bool is_done() noexcept {
        int done = 0;
        PMPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done,
                     MPI_STATUSES_IGNORE);
        in_flight_ = done == 0;
        return done != 0;
    }

    bool wait(std::chrono::seconds limit) noexcept {
        const auto end = WaitClock::now() + limit;
        in_flight_ = in_flight_ &&
                     !std::all_of(requests_.begin(), requests_.end(),
                                  [&](MPI_Request& request) { return completes(&request, end); });
        return !in_flight_;
    }

    bool is_set_up_ = false; // until then the MPI and its null handles may be unknown
    MPI_Comm communicator_{};
    std::array<MPI_Request, 2> requests_{};
    RankNumbers own_; // MPI uses both while a reduction is in flight
    RankNumbers all_;
    bool in_flight_ = false;
    std::uint64_t begun_ = 0;
    std::uint64_t most_ = 0; // begun by any rank
};

Reductions reductions;

} // namespace

void offer_reductions(MPI_Comm of_ranks) {
    reductions.set_up(of_ranks);
    detail::offer_reduction({[](const RankNumbers& own) noexcept { return reductions.begin(own); },
                             [](RankNumbers& all, double seconds) noexcept {
                                 return reductions.finish(all, seconds);
                             }});
}

bool end_reductions(MPI_Comm of_ranks, std::chrono::seconds limit) noexcept {
    detail::offer_reduction({});
    return reductions.end(of_ranks, limit);
}

} // namespace proxima::mpi
