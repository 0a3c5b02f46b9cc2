#include "ranks.hpp"

#include "key_values.hpp"
#include "waiting.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/run_facts.hpp>

#include <algorithm>
#include <chrono>
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
//
// All take part, or none: a rank that does not hear from its parent or a child in time gives up,
// and tells them. One that has told its parent that it is ready waits for the decision of the root,
// as long as that takes: all ranks above it are there.
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

    // Collects the ranks that are missing, up to the root and back. After false, the tree must live
    // for ever: messages may still come.
    bool gather() {
        listen();
        for (const Child& child : children_) {
            send(&here, 1, child.rank);
        }
        if (!hears_from_neighbours()) {
            give_up();
            return false;
        }
        const bool all_take_part = parent_ < 0 ? decide() : hears_decision();
        for (const Child& child : children_) {
            send(&decision_, 1, child.rank);
            send(all_missing_.data(), decision_, child.rank);
        }
        complete_sending(all_take_part ? for_ever : soon());
        return all_take_part;
    }

    const std::vector<int>& missing() const noexcept { return all_missing_; }

private:
    static constexpr int in_world = 32767; // the largest tag that every MPI has
    static constexpr int here = 0;
    static constexpr int gave_up = -1; // instead of the number of missing ranks
    static constexpr WaitClock::time_point for_ever = WaitClock::time_point::max();

    struct Child {
        int rank = 0;
        int answer = gave_up; // the number of missing ranks below it
        MPI_Request request = MPI_REQUEST_NULL;
        bool listens_to_list = false;
        std::vector<int> missing;
    };

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
            children_.emplace_back().rank = rank;
            return;
        }
        missing_.push_back(rank);
        descend_from(2 * place + 1);
        descend_from(2 * place + 2);
    }

    // Also takes messages that come after this rank has given up: those left over would be taken
    // by the application, if it receives messages from any rank with any tag.
    void listen() {
        if (parent_ >= 0) {
            greeting_request_ = receive(&greeting_, 1, parent_);
            decision_request_ = receive(&decision_, 1, parent_);
        }
        for (Child& child : children_) {
            child.request = receive(&child.answer, 1, child.rank);
        }
    }

    bool hears_from_neighbours() {
        if (parent_ >= 0 && !completes(&greeting_request_, end_)) {
            return false;
        }
        for (Child& child : children_) {
            if (!completes(&child.request, end_) || child.answer == gave_up) {
                return false;
            }
            MPI_Request list = receive_list(child, child.answer);
            if (!completes(&list, end_)) {
                return false;
            }
            missing_.insert(missing_.end(), child.missing.begin(), child.missing.end());
        }
        return true;
    }

    bool decide() {
        all_missing_ = missing_;
        decision_ = static_cast<int>(all_missing_.size());
        return true;
    }

    bool hears_decision() {
        ready_ = static_cast<int>(missing_.size());
        send(&ready_, 1, parent_);
        send(missing_.data(), ready_, parent_);
        if (!completes(&decision_request_, for_ever) || decision_ == gave_up) {
            decision_ = gave_up;
            return false;
        }
        all_missing_.resize(static_cast<std::size_t>(decision_));
        MPI_Request list = receive(all_missing_.data(), decision_, parent_);
        return completes(&list, for_ever);
    }

    void give_up() {
        if (parent_ >= 0) {
            send(&gave_up, 1, parent_);
        }
        for (Child& child : children_) {
            send(&gave_up, 1, child.rank);
            if (!child.listens_to_list) {
                receive_list(child, size_);
            }
        }
        complete_sending(soon());
    }

    MPI_Request receive_list(Child& child, int most) {
        child.listens_to_list = true;
        child.missing.resize(static_cast<std::size_t>(most));
        return receive(child.missing.data(), most, child.rank);
    }

    // A message without numbers is none.
    MPI_Request receive(int* numbers, int count, int from) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (count > 0) {
            PMPI_Irecv(numbers, count * static_cast<int>(sizeof(int)), MPI_BYTE, from, in_world,
                       MPI_COMM_WORLD, &request);
        }
        return request;
    }

    void send(const int* numbers, int count, int to) {
        if (count > 0) {
            sending_.push_back(MPI_REQUEST_NULL);
            PMPI_Isend(numbers, count * static_cast<int>(sizeof(int)), MPI_BYTE, to, in_world,
                       MPI_COMM_WORLD, &sending_.back());
        }
    }

    static WaitClock::time_point soon() { return WaitClock::now() + std::chrono::seconds(1); }

    void complete_sending(WaitClock::time_point end) {
        for (MPI_Request& request : sending_) {
            completes(&request, end);
        }
    }

    WaitClock::time_point end_ =
        WaitClock::now() + std::min(longest_answer, detail::run_facts().longest_wait);
    int size_ = 1;
    std::int64_t step_ = 1; // between the ranks of neighbouring places
    int own_ = 0;           // place of this rank
    int parent_ = -1;       // rank
    std::vector<Child> children_;
    std::vector<int> missing_;     // of the own part of the tree
    std::vector<int> all_missing_; // of the whole tree
    // Buffers and requests of MPI.
    int greeting_ = 0;
    int ready_ = 0;
    int decision_ = gave_up; // the number of all missing ranks
    MPI_Request greeting_request_ = MPI_REQUEST_NULL;
    MPI_Request decision_request_ = MPI_REQUEST_NULL;
    std::vector<MPI_Request> sending_;
};

} // namespace

std::optional<std::vector<int>> find_unmeasured_ranks() {
    auto* const tree = new Tree; // NOLINT(cppcoreguidelines-owning-memory): see gather()
    if (!tree->gather()) {
        return std::nullopt;
    }
    std::vector<int> missing = tree->missing();
    delete tree; // NOLINT(cppcoreguidelines-owning-memory)
    return missing;
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
