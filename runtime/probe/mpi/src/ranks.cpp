#include "ranks.hpp"

#include "key_values.hpp"
#include "waiting.hpp"

#include <proxima/detail/message.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <numeric>
#include <utility>

namespace proxima::mpi {
namespace {

constexpr int tag = 0;

// The largest message: MPI counts with int.
constexpr std::size_t most_at_once = std::size_t{1} << 30U;

// The announced ranks as a binary tree over the places of all ranks: place p stands below (p - 1) /
// 2, or below the next place above that whose rank is announced; the first announced one is the
// root. Messages go only between announced ranks: to others they would be messages of the
// application.
class Tree {
public:
    Tree() {
        int rank = 0;
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        PMPI_Comm_size(MPI_COMM_WORLD, &size_);
        step_ = static_cast<std::int64_t>(static_cast<double>(size_) * 0.618);
        while (std::gcd(step_, std::int64_t{size_}) != 1) {
            ++step_;
        }
        while (rank_at(own_) != rank) {
            ++own_;
        }
        find_parent();
        descend_from(2 * own_ + 1);
        descend_from(2 * own_ + 2);
        if (parent_ < 0) {
            descend_from(0);
        }
    }

    // Collects the ranks that are missing, up to the root and back. False after the time limit.
    bool gather() {
        for (const int child : children_) {
            if (!receive(child)) {
                return false;
            }
        }
        if (parent_ >= 0) {
            if (!send(parent_)) {
                return false;
            }
            missing_.clear();
            if (!receive(parent_)) {
                return false;
            }
        }
        return std::all_of(children_.begin(), children_.end(),
                           [this](int child) { return send(child); });
    }

    const std::vector<int>& missing() const noexcept { return missing_; }

private:
    // Spreads neighbours: an unmeasured program of the job mostly has ranks in a row, without whom
    // the tree would fall into pieces.
    int rank_at(int place) const noexcept { return static_cast<int>(place * step_ % size_); }

    // The root has none: -1.
    void find_parent() {
        for (int above = own_; above > 0 && parent_ < 0;) {
            above = (above - 1) / 2;
            parent_ = is_announced(rank_at(above)) ? rank_at(above) : -1;
        }
        for (int first = 0; first < own_ && parent_ < 0; ++first) {
            parent_ = is_announced(rank_at(first)) ? rank_at(first) : -1;
        }
    }

    void descend_from(int place) {
        if (place >= size_ || place == own_) {
            return;
        }
        const int rank = rank_at(place);
        if (is_announced(rank)) {
            children_.push_back(rank);
            return;
        }
        missing_.push_back(rank);
        descend_from(2 * place + 1);
        descend_from(2 * place + 2);
    }

    bool send(int to) {
        count_ = static_cast<int>(missing_.size());
        return transfer(PMPI_Isend, &count_, 1, to) &&
               (count_ == 0 || transfer(PMPI_Isend, missing_.data(), count_, to));
    }

    bool receive(int from) {
        if (!transfer(PMPI_Irecv, &count_, 1, from)) {
            return false;
        }
        missing_.resize(missing_.size() + static_cast<std::size_t>(count_));
        return count_ == 0 ||
               transfer(PMPI_Irecv,
                        missing_.data() + (missing_.size() - static_cast<std::size_t>(count_)),
                        count_, from);
    }

    template <class Routine, class Buffer>
    bool transfer(Routine begin, Buffer buffer, int numbers, int partner) {
        MPI_Request request = MPI_REQUEST_NULL;
        begin(buffer, numbers * static_cast<int>(sizeof(int)), MPI_BYTE, partner, in_world,
              MPI_COMM_WORLD, &request);
        if (completes(&request, end_)) {
            return true;
        }
        PMPI_Cancel(&request);
        PMPI_Request_free(&request);
        return false;
    }

    static constexpr int in_world = 32767; // the largest tag that every MPI has

    WaitClock::time_point end_ = WaitClock::now() + longest_answer;
    int size_ = 1;
    std::int64_t step_ = 1; // between the ranks of neighbouring places
    int own_ = 0;           // place of this rank
    int parent_ = -1;       // rank, as the children
    std::vector<int> children_;
    std::vector<int> missing_; // of the own part of the tree, in the end of all
    int count_ = 0;
};

} // namespace

std::optional<std::vector<int>> find_unmeasured_ranks() {
    Tree tree;
    return tree.gather() ? std::optional(tree.missing()) : std::nullopt;
}

Ranks::Ranks(MPI_Comm communicator) : communicator_(communicator) {
    // Keeps failures of this library from the application's handler.
    PMPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
    PMPI_Comm_rank(communicator_, &rank_);
    PMPI_Comm_size(communicator_, &size_);
}

Ranks::~Ranks() {
    PMPI_Comm_free(&communicator_);
}

bool Ranks::meet(std::chrono::seconds limit) {
    answer_limit_ = std::min(limit, longest_answer);
    MPI_Request request = MPI_REQUEST_NULL;
    return PMPI_Ibarrier(communicator_, &request) == MPI_SUCCESS &&
           completes(&request, WaitClock::now() + limit);
}

bool Ranks::is_done(MPI_Request request) const {
    return completes(&request, WaitClock::now() + answer_limit_);
}

bool Ranks::broadcast(std::string& text) {
    MPI_Request request = MPI_REQUEST_NULL;
    size_of_text_ = text.size();
    PMPI_Ibcast(&size_of_text_, sizeof size_of_text_, MPI_BYTE, 0, communicator_, &request);
    if (!is_done(request)) {
        return false;
    }
    sent_ = text;
    sent_.resize(size_of_text_);
    PMPI_Ibcast(sent_.data(), static_cast<int>(sent_.size()), MPI_BYTE, 0, communicator_, &request);
    if (!is_done(request)) {
        return false;
    }
    text = sent_;
    return true;
}

// Transfers a text in parts that MPI can count.
template <class Routine>
bool Ranks::transfer(Routine begin, std::string& text, int partner) {
    MPI_Request request = MPI_REQUEST_NULL;
    for (std::size_t done = 0; done < text.size(); done += most_at_once) {
        const std::size_t part = std::min(text.size() - done, most_at_once);
        begin(text.data() + done, static_cast<int>(part), MPI_BYTE, partner, tag, communicator_,
              &request);
        if (!is_done(request)) {
            return false;
        }
    }
    return true;
}

bool Ranks::send(int to) {
    MPI_Request request = MPI_REQUEST_NULL;
    size_of_text_ = sent_.size();
    PMPI_Isend(&size_of_text_, sizeof size_of_text_, MPI_BYTE, to, tag, communicator_, &request);
    return is_done(request) && transfer(PMPI_Isend, sent_, to);
}

bool Ranks::receive(int from) {
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Irecv(&size_of_text_, sizeof size_of_text_, MPI_BYTE, from, tag, communicator_, &request);
    if (!is_done(request)) {
        return false;
    }
    received_.resize(size_of_text_);
    return transfer(PMPI_Irecv, received_, from);
}

bool Ranks::reduce(std::string& text, const Combine& combine) {
    sent_ = std::move(text);
    for (int step = 1; step < size_; step *= 2) {
        if ((rank_ & step) != 0) {
            return send(rank_ - step);
        }
        if (rank_ + step >= size_) {
            continue;
        }
        if (!receive(rank_ + step)) {
            return false;
        }
        try {
            sent_ = combine(sent_, received_);
        } catch (const std::exception& error) {
            detail::say("error: the measurements of some ranks are lost: " +
                        std::string(error.what()));
        }
    }
    text = std::move(sent_);
    return true;
}

} // namespace proxima::mpi
